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

// SeedOptions say how much data the demo gets.
type SeedOptions struct {
	Orders  int    // in its past
	Payment string // address at which the shoppers of its shop pay

	// SmallPictures makes those of its shop a tenth as wide and high: tests start many programs.
	SmallPictures bool

	Progress func(orders int) // optional, called now and then
}

// Seed makes the demo's data unless it exists. Call it before Start.
func Seed(ctx context.Context, a *app.App, opt SeedOptions) error {
	_, err := demo.Seed(ctx, demo.Deps{DB: a.DB, Clock: a.Clock, Identity: a.Identity}, demo.Options{
		Orders: opt.Orders, Seed: seedOfTheDemo, Progress: opt.Progress,
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

	if err := s.seedShop(ctx, opt); err != nil {
		return err
	}

	if err := s.seedShopOrders(ctx); err != nil {
		return err
	}

	return s.seedVisits(ctx)
}
