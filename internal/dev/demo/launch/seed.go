// Package launch puts the demo together: the app, the simulators of suppliers, banks and mail server with their secrets, and the
// data that services make.
package launch

import (
	"context"
	"fmt"

	"loket/internal/app"
	"loket/internal/dev/demo"
)

// seeder makes data of the demo by the services of the app.
type seeder struct{ *app.App }

// seedOfTheDemo makes the generated history the same everywhere.
const seedOfTheDemo = 2026

// Seed makes the demo's data unless it exists. The shoppers of its shop pay at the given address. Call it before Start.
func Seed(ctx context.Context, a *app.App, orders int, payment string, progress func(orders int)) error {
	_, err := demo.Seed(ctx, demo.Deps{DB: a.DB, Clock: a.Clock, Identity: a.Identity}, demo.Options{
		Orders: orders, Seed: seedOfTheDemo, Progress: progress,
	})
	if err != nil {
		return fmt.Errorf("make the demo: %w", err)
	}

	s := seeder{a}

	if err := s.seedBalances(ctx); err != nil {
		return err
	}

	if err := s.seedSettlement(ctx); err != nil {
		return err
	}

	if err := s.seedShop(ctx, payment); err != nil {
		return err
	}

	if err := s.seedShopOrders(ctx); err != nil {
		return err
	}

	return s.seedVisits(ctx)
}
