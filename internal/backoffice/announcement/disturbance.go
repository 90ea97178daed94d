package announcement

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/safetext"
)

const (
	// boughtWithin is how long ago a client may have bought a product to be told about its disturbance.
	boughtWithin = 30 * 24 * time.Hour
	// mostBuyers is how many clients are told, those with the lowest ids.
	mostBuyers = 5000
)

// SetProblem is catalog.SetProblem with what clients are told about it. What they were told before about these products ends. With tell, clients
// that bought one of them in the last 30 days see the problem as an announcement until it ends, and their root users and finance address are
// mailed, unless that was done for the announcement that this one replaces. It returns how many products there are, and
// how many clients are told. Errors: those of catalog.SetProblem.
func (s *Service) SetProblem(ctx context.Context, which catalog.Choice, problem catalog.Problem, tell bool, by catalog.By) (products, told int, err error) {
	d, err := s.find(ctx, which)
	if err != nil {
		return 0, 0, err
	}

	tell = tell && problem.On
	if tell {
		if d.buyers, err = s.deps.Sales.Buyers(ctx, d.codes, s.deps.Clock.Now().Add(-boughtWithin), mostBuyers); err != nil {
			return 0, 0, fmt.Errorf("who bought %s: %w", d.name, err)
		}
	}

	products, err = s.deps.Catalog.SetProblemAnd(ctx, which, problem, by, func(ctx context.Context, tx *db.Tx, now time.Time) error {
		author := identity.By{Actor: by.Actor, Reason: by.Reason, Address: by.Address}

		mailed, err := s.endToldTx(ctx, tx, author, now, which, d)
		if err != nil || !tell || len(d.buyers) == 0 {
			return err
		}

		a := d.announcement(which, problem, now)
		a.Mail = !mailed
		a.CreatedBy, a.Reason = by.Actor, by.Reason

		return s.addTx(ctx, tx, author, &a)
	})

	return products, len(d.buyers), err
}

// disturbance says which products have a problem, and who bought them.
type disturbance struct {
	name     string // of the product with its code, or of the operator
	operator string
	codes    []string
	buyers   []int64
}

// find reads the names. Error: fault.ErrNotFound for products that the catalogue doesn't have.
func (s *Service) find(ctx context.Context, which catalog.Choice) (disturbance, error) {
	snap, err := s.deps.Catalog.Snapshot(ctx)
	if err != nil {
		return disturbance{}, fmt.Errorf("read the catalogue: %w", err)
	}

	if which.Product != "" {
		p, known := snap.Product(which.Product)
		if !known {
			return disturbance{}, fault.ErrNotFound.New()
		}

		return disturbance{name: p.Name + " (" + p.Code + ")", operator: p.OperatorCode, codes: []string{p.Code}}, nil
	}

	d := disturbance{operator: which.Operator}

	for p := range snap.All() {
		if p.OperatorCode == which.Operator {
			d.name = p.OperatorName
			d.codes = append(d.codes, p.Code)
		}
	}

	if len(d.codes) == 0 {
		return d, fault.ErrNotFound.New()
	}

	return d, nil
}

// endToldTx ends what clients were told about the products. It reports whether that was mailed. One about all products of an operator ends with
// the last one of them that has a problem.
func (s *Service) endToldTx(ctx context.Context, tx *db.Tx, by identity.By, now time.Time, which catalog.Choice, d disturbance) (mailed bool, err error) {
	condition, args := "operator_code = $2", []any{d.operator}

	if which.Product != "" {
		condition, args = "operator_code = $2 AND product_code = $3", append(args, which.Product)

		others, err := catalog.OthersDisturbedTx(ctx, tx, d.operator, which.Product)
		if err != nil {
			return false, err
		}

		if !others {
			condition = "operator_code = $2 AND product_code IN ($3, '')"
		}
	}

	var n int64

	err = tx.QueryRow(ctx, "SELECT COUNT(*) FROM announcements WHERE mail AND ended_at IS NULL AND (until_at IS NULL OR until_at > $1) AND "+condition,
		append([]any{clock.Micros(now)}, args...)...).Scan(&n)
	if err != nil {
		return false, fmt.Errorf("what clients were told about %s: %w", d.name, err)
	}

	_, err = s.endTx(ctx, tx, by, now, condition, args...)

	return n > 0, err
}

// announcement is what clients are told.
func (d disturbance) announcement(which catalog.Choice, problem catalog.Problem, now time.Time) Announcement {
	from := problem.From
	if from.IsZero() {
		from = now
	}

	text := func(intro, text, other string) Text {
		return Text{safetext.ClipRunes(intro+": "+d.name, MaxTitle), cmp.Or(text, other)}
	}

	return Announcement{
		English: text("Disturbance", problem.English, problem.Indonesian), Indonesian: text("Gangguan", problem.Indonesian, problem.English),
		From: from, Until: problem.Until, Clients: d.buyers, Chosen: len(d.buyers), Product: which.Product, Operator: d.operator, CreatedAt: now,
	}
}
