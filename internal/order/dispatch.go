package order

import (
	"context"
	"errors"
	"fmt"
	"time"

	"loket/internal/catalog"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
	"loket/internal/supplier"
)

var (
	// errEnded: the order has ended already.
	errEnded = errors.New("the order has ended")
	// errTaken: another worker is sending the attempt.
	errTaken = errors.New("another worker sends this attempt")
	// errAsked: another worker recorded a status query while the first send was delayed,
	// so "nothing created" no longer counts.
	errAsked = errors.New("another worker asked for this attempt")
	// errFollowed: a further attempt has begun.
	errFollowed = errors.New("another attempt followed")
)

// step is the next action for an order after a supplier's answer.
type step int

const (
	stepDone step = iota // the order has ended, or waits for staff
	stepNext             // try the next supplier
	stepWait             // send a status query later
)

// maxSuppliers limits how many suppliers are tried for one order.
const maxSuppliers = 8

// dispatch moves one order towards its end: it sends an attempt that was not sent, sends a
// status query for one that may have been, and goes on to the next supplier when nothing
// was created. It may run twice for the same order at any point: each call is stored in the
// database before it is made.
func (s *Service) dispatch(ctx context.Context, j job.Job) error {
	var args jobArgs
	if err := j.Decode(&args); err != nil {
		return fmt.Errorf("arguments of a dispatch: %w", err)
	}

	o, err := s.Get(ctx, args.ClientID, args.OrderID)
	if err != nil {
		return err
	}

	for range maxSuppliers {
		if o.Status != Pending {
			return nil
		}

		next, wait, err := s.advance(ctx, o)

		switch {
		case errors.Is(err, errEnded), errors.Is(err, errTaken), errors.Is(err, errFollowed):
			return nil
		case errors.Is(err, errAsked):
			return job.Snooze(s.checkWait(0))
		case err != nil:
			return err
		case next == stepDone:
			return nil
		case next == stepWait:
			return job.Snooze(wait)
		}
	}

	return s.fail(ctx, o, nil, supplier.ReasonNoSupplier)
}

// advance makes one call to a supplier and stores its result.
func (s *Service) advance(ctx context.Context, o Order) (step, time.Duration, error) {
	a, said, err := s.ask(ctx, o)
	if err != nil {
		return stepDone, 0, err
	}

	if a == nil {
		return stepDone, 0, s.fail(ctx, o, nil, supplier.ReasonNoSupplier)
	}

	return s.record(ctx, o, *a, said)
}

// ask makes the due call: the first send of a new or prepared attempt, or a status query for
// one that may have been sent. A nil attempt means that no supplier is left.
func (s *Service) ask(ctx context.Context, o Order) (*Attempt, supplier.Answer, error) {
	last, exists, err := lastAttempt(ctx, s.DB.Reader(), o.ID)
	if err != nil {
		return nil, supplier.Answer{}, err
	}

	switch {
	case !exists || (last.State == stateAnswered && last.Outcome.MayFailOver()):
		return s.sendNew(ctx, o, last.Number)
	case last.State == statePrepared:
		if last, err = s.sending(ctx, last); err != nil {
			return nil, supplier.Answer{}, err
		}

		return s.call(ctx, o, last, func(a supplier.Adapter, r supplier.Request) supplier.Answer { return a.Pay(ctx, r) })
	case last.State == stateSending:
		if err := s.recordStatusQuery(ctx, last); err != nil {
			return nil, supplier.Answer{}, err
		}
	}

	return s.call(ctx, o, last, func(a supplier.Adapter, r supplier.Request) supplier.Answer { return a.Status(ctx, r) })
}

// sendNew begins the attempt after number at the next supplier. A bill doesn't go to another
// supplier: it would need a new inquiry, and could have another price.
func (s *Service) sendNew(ctx context.Context, o Order, number int) (*Attempt, supplier.Answer, error) {
	if o.Kind != Prepaid {
		return nil, supplier.Answer{}, nil
	}

	sku, ok, err := s.supplierAfter(ctx, o, number)
	if err != nil || !ok {
		return nil, supplier.Answer{}, err
	}

	number++

	a, err := s.begin(ctx, o, Attempt{
		OrderID: o.ID, Number: number, ClientID: o.ClientID, Supplier: sku.Supplier, SKU: sku.Code,
		Reference: supplierReference(o.ID, number),
	})
	if err != nil {
		return nil, supplier.Answer{}, err
	}

	return s.call(ctx, o, a, func(ad supplier.Adapter, r supplier.Request) supplier.Answer { return ad.Buy(ctx, r) })
}

// supplierAfter is the first supplier, in order of preference, that was not tried yet.
func (s *Service) supplierAfter(ctx context.Context, o Order, tried int) (catalog.SKU, bool, error) {
	snap, err := s.Catalog.Snapshot(ctx)
	if err != nil {
		return catalog.SKU{}, false, fmt.Errorf("read the catalogue: %w", err)
	}

	had := map[string]bool{}

	if tried > 0 {
		attempts, err := s.Attempts(ctx, o.ID)
		if err != nil {
			return catalog.SKU{}, false, err
		}

		for _, a := range attempts {
			had[a.Supplier] = true
		}
	}

	for _, sku := range snap.SKUs(o.ProductCode) {
		if _, configured := s.Suppliers.Get(sku.Supplier); configured && !had[sku.Supplier] {
			return sku, true, nil
		}
	}

	return catalog.SKU{}, false, nil
}

func (s *Service) call(_ context.Context, o Order, a Attempt, ask func(supplier.Adapter, supplier.Request) supplier.Answer) (*Attempt, supplier.Answer, error) {
	adapter, ok := s.Suppliers.Get(a.Supplier)
	if !ok {
		return &a, supplier.Answer{Outcome: supplier.Unknown, Code: "not-configured", Message: "The supplier is not configured any more"}, nil
	}

	kind := supplier.Prepaid
	if o.Kind != Prepaid {
		kind = supplier.Postpaid
	}

	return &a, ask(adapter, supplier.Request{
		Reference: a.Reference, SKU: a.SKU, Destination: o.DestinationNo, Kind: kind, Amount: o.Amount,
		InquiredAt: a.PreparedAt, SentAt: a.SentAt,
	}), nil
}

// record stores an answer and its consequences in one transaction.
func (s *Service) record(ctx context.Context, o Order, a Attempt, said supplier.Answer) (step, time.Duration, error) {
	switch said.Outcome {
	case supplier.Success:
		return stepDone, 0, s.succeed(ctx, o, a, said)
	case supplier.FailedCreated:
		return stepDone, 0, s.fail(ctx, o, &answered{a, said}, s.reason(a.Supplier, said.Code))
	case supplier.FailedNotCreated:
		return s.failOver(ctx, o, a, said)
	case supplier.Pending, supplier.Unknown:
		return s.wait(ctx, o, a, said)
	}

	return s.wait(ctx, o, a, said)
}

// failOver goes on to the next supplier, or ends the order when there is none.
func (s *Service) failOver(ctx context.Context, o Order, a Attempt, said supplier.Answer) (step, time.Duration, error) {
	if o.Kind == Prepaid {
		_, more, err := s.supplierAfter(ctx, o, a.Number)
		if err != nil {
			return stepDone, 0, err
		}

		if more {
			return stepNext, 0, s.DB.Tx(ctx, func(tx *db.Tx) error {
				stored, err := answerTx(ctx, tx, s.Clock.Now(), a, said, time.Time{})
				if err == nil && !stored {
					return errAsked
				}

				return err
			})
		}
	}

	return stepDone, 0, s.fail(ctx, o, &answered{a, said}, s.reason(a.Supplier, said.Code))
}

// reason is the reason of a failure for clients. The supplier's own message is kept with the
// attempt, for staff.
func (s *Service) reason(from, code string) supplier.Reason {
	adapter, ok := s.Suppliers.Get(from)
	if !ok {
		return supplier.ReasonFailed
	}

	return adapter.Reason(code)
}

// wait stores an open outcome and returns when to send the next status query. After
// Options.GiveUpAfter the order waits for staff; outcomes are never guessed.
func (s *Service) wait(ctx context.Context, o Order, a Attempt, said supplier.Answer) (step, time.Duration, error) {
	now := s.Clock.Now()
	giveUp := now.Sub(o.CreatedAt) >= s.opt.GiveUpAfter
	wait := s.checkWait(a.Checks)

	var next time.Time // zero once the order waits for staff
	if !giveUp {
		next = now.Add(wait)
	}

	err := s.DB.Tx(ctx, func(tx *db.Tx) error {
		if err := askedTx(ctx, tx, now, a, said, next); err != nil {
			return err
		}

		if giveUp {
			return reviewTx(ctx, tx, now, o, reviewUnknown, said.Code+" "+said.Message)
		}

		return nil
	})
	if giveUp {
		return stepDone, 0, err
	}

	return stepWait, wait, err
}

// checkWait grows by half with every status query, up to its maximum.
func (s *Service) checkWait(checks int) time.Duration {
	wait := s.opt.CheckAfter

	for range checks {
		if wait >= s.opt.MaxCheckWait {
			return s.opt.MaxCheckWait
		}

		wait += wait / 2
	}

	return min(wait, s.opt.MaxCheckWait)
}
