package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"loket/internal/orders/routing"
	"loket/internal/platform/db"
)

// routedOfPlain is the goal for orders finished with rules of routing beside those without: they lose at most a twentieth.
const routedOfPlain = 0.95

// fewRules is how many rules no order meets, before the one by recent success that all meet.
const fewRules = 30

// followTime is longer than a node takes to follow new rules.
const followTime = 3 * time.Second

// finishRouted is finishSingles with rules of routing.
func (p *program) finishRouted(ctx context.Context, e *engines, engine db.Engine, length time.Duration, f figures) (int, error) {
	if err := p.asking(ctx, func(d *db.DB) error { return storeRules(ctx, d) }); err != nil {
		return 0, err
	}

	time.Sleep(followTime)

	return p.finishSingles(ctx, e, engine, length, "routed", "0", f)
}

func storeRules(ctx context.Context, d *db.DB) error {
	rules := []routing.Rule{}

	for n := range fewRules {
		rules = append(rules, routing.Rule{
			Name: fmt.Sprint("Rule ", n), Groups: []string{"mobile"}, Prefixes: []string{fmt.Sprintf("09%02d", n)}, Strategy: routing.Cheapest,
		})
	}

	text, err := json.Marshal(append(rules, routing.Rule{Name: "All", Strategy: routing.Success}))
	if err != nil {
		return fmt.Errorf("rules: %w", err)
	}

	return d.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO routing_lists (version, rules, reason, changed_by, changed_at) VALUES (1, $1, 'bench', 'staff:bench', 1)", string(text))

		return err
	})
}

func reportRouted(b *bench, engine db.Engine, f figures) {
	if len(f["routed"]) == 0 {
		return
	}

	of := func(name string) float64 { return median(f[name]) }

	b.add(result{
		Name: "1.9-routed", Engine: engine.String(), Value: of("routed"), Unit: ordersPerSecond, Better: higher,
		Beside: "without rules", BesideValue: of("all"),
	}, routedOfPlain)
	b.add(result{
		Name: "1.9-routed-cpu", Engine: engine.String(), Value: of("routed-cpu"), Unit: "us/order", Better: lower,
		Beside: "without rules", BesideValue: of("all-cpu"),
	}, 1/routedOfPlain)
}
