package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// citusRows is the part of the rows of 1.3 that the pages are measured on: a tenth.
const citusRows = 10

// citusPages measures the pages of Order History on both in turns.
func citusPages(ctx context.Context, b *bench, plain, spread *engines) (err error) {
	if !b.wants("citus-page") {
		return nil
	}

	p := newPast(b.millions*million/citusRows, clock.System{}.Now())
	turns := []turn{}

	for _, on := range []struct {
		name string
		e    *engines
	}{{"plain", plain}, {"citus", spread}} {
		r, err := on.e.pastReading(ctx, p)
		if err != nil {
			return fmt.Errorf("%s: %w", on.name, err)
		}
		defer func() { err = errors.Join(err, r.stop()) }()

		for _, l := range lists() {
			turns = append(turns, turn{on.name + l.name, func(ctx context.Context) (float64, error) { return r.time(ctx, l) }})
		}
	}

	f, err := inTurns(ctx, b.rounds, turns)
	if err != nil {
		return err
	}

	for _, l := range lists() {
		b.add(result{
			Name: "citus-page-" + l.name, Engine: "citus", Value: median(f["citus"+l.name]), Unit: "ms", Better: lower,
			Beside: "plain PostgreSQL", BesideValue: median(f["plain"+l.name]),
		}, citusPageGoal)
	}

	return nil
}

// pastReading makes a database with past orders to read.
func (e *engines) pastReading(ctx context.Context, p pastOrders) (*reading, error) {
	d, err := e.open(ctx, db.Postgres)
	if err != nil {
		return nil, err
	}

	setup, err := newOrderSetup(ctx, d, 1)
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}

	r := &reading{orderSetup: setup, past: p, random: rand.New(rand.NewPCG(2, 2))}

	err = fillPart(ctx, d, p, 0, 0, p.rows)
	if err == nil {
		err = vacuum(ctx, d, "orders")
	}

	if err == nil {
		err = r.choose(ctx)
	}

	if err != nil {
		return nil, errors.Join(err, setup.stop())
	}

	return r, nil
}
