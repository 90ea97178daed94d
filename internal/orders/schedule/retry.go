package schedule

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"loket/internal/orders/placing"
	"loket/internal/platform/db"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
)

// RetryInput is the input of Retry.
type RetryInput struct {
	Decision

	Request       idempotency.Request
	UserID        int64
	PIN           secret.Text
	Name          string        // that of the first order without one
	ExpectedTotal *money.Rupiah // none for bills
	Which         Which
}

// Which chooses the lines of a retry: by their numbers, or else by their states; the failed ones without either. Lines that can't be
// retried are left out: the expected total tells.
type Which struct {
	Lines  []int
	States []LineState // LineFailed and LineCanceled
}

// choose leaves the chosen ones of some lines.
func (w Which) choose(list []retriable) []retriable {
	states := w.States
	if len(states) == 0 {
		states = []LineState{LineFailed}
	}

	numbers := make(map[int]bool, len(w.Lines)) // a list of 10,000 numbers is searched for each of 10,000 lines
	for _, n := range w.Lines {
		numbers[n] = true
	}

	return slices.DeleteFunc(list, func(l retriable) bool {
		if len(numbers) > 0 {
			return !numbers[l.line]
		}

		return !slices.Contains(states, l.state)
	})
}

// Retry makes an immediate order of lines that failed or were canceled. A line whose outcome is not known, or that another retry has
// waiting, pending or paid, is not in it. Errors: those of Create, fault.ErrNotFound, ErrStillRunning while lines wait for
// their order, and ErrNothingToRetry.
func (s *Service) Retry(ctx context.Context, r RetryInput) (Order, error) {
	snap, err := s.deps.Catalog.Snapshot(ctx)
	if err != nil {
		return Order{}, fmt.Errorf("read the catalogue: %w", err)
	}

	// An order of another client costs no try of the PIN.
	if _, err := s.Progress(ctx, r.ClientID, r.ID); err != nil {
		return Order{}, err
	}

	if err := s.deps.People.VerifyPIN(ctx, r.ClientID, r.UserID, r.PIN); err != nil {
		return Order{}, err
	}

	id, _, err := idempotency.Do(ctx, s.deps.Keys, r.Request, func(tx *db.Tx, _ time.Time) (int64, error) {
		// Two retries of one family can't choose the same lines.
		if err := tx.Lock(ctx, fmt.Sprintf(lockClients, r.ClientID)); err != nil {
			return 0, err
		}

		was, err := getTx(ctx, tx, r.ClientID, r.ID, s.deps.DB.ForUpdate())
		if err != nil {
			return 0, err
		}

		list, err := linesToRetry(ctx, tx, was, r.Which)
		if err != nil {
			return 0, err
		}

		p, found := snap.Product(was.ProductCode)
		if !found {
			return 0, placing.ErrProductNotFound.New()
		}

		n := CreateInput{
			ClientID: r.ClientID, UserID: r.UserID, Name: cmp.Or(r.Name, was.Name), ProductCode: p.Code, Destinations: numbersOf(list),
			ExpectedTotal: r.ExpectedTotal, Actor: r.Actor, Address: r.Address,
		}
		if was.Amount != 0 {
			n.Amount = &was.Amount
		}

		now, err := s.now(ctx, tx, r.ClientID)
		if err != nil {
			return 0, err
		}

		o, err := s.prepare(now, n, p, snap.Price(r.ClientID, p))
		if err != nil {
			return 0, err
		}

		o.RetryOf = was.ID

		return s.createTx(ctx, tx, n, o, p)
	})
	if err != nil {
		return Order{}, wrapError("retry", r.ID, err)
	}

	return s.Get(ctx, r.ClientID, id)
}

// retriable is a line that a retry may contain.
type retriable struct {
	line   int
	number string
	state  LineState
	code   string // of the reason
}

func numbersOf(list []retriable) []string {
	out := make([]string, len(list))
	for i, l := range list {
		out[i] = l.number
	}

	return out
}

// linesToRetry are the lines of an order that a retry buys. Errors: ErrStillRunning, ErrNothingToRetry.
func linesToRetry(ctx context.Context, q db.Querier, o Order, which Which) ([]retriable, error) {
	list, err := retriableLines(ctx, q, o, 1, MaxLines)
	if err != nil {
		return nil, err
	}

	if list = which.choose(list); len(list) == 0 {
		return nil, ErrNothingToRetry.New()
	}

	return list, nil
}

// retriableLines returns the failed and the canceled lines of an order, from one line to another, that no order of its family of retries
// has waiting, pending or paid. An order that a lost worker placed for such a line excludes it, too. Error: ErrStillRunning while lines
// wait for their orders.
func retriableLines(ctx context.Context, q db.Querier, o Order, from, to int) ([]retriable, error) {
	if o.Status == Draft || o.Counts.Waiting > 0 {
		return nil, ErrStillRunning.New()
	}

	first := o

	for first.RetryOf != 0 {
		var err error
		if first, err = getTx(ctx, q, o.ClientID, first.RetryOf, ""); err != nil {
			return nil, err
		}
	}

	rows, err := q.Query(ctx, `WITH RECURSIVE family (id) AS (
			SELECT CAST($1 AS BIGINT) UNION SELECT s.id FROM scheduled_orders s JOIN family f ON s.retry_of_id = f.id WHERE s.client_id = $3)
		SELECT l.line, l.destination_no, l.state, CASE WHEN l.order_id IS NULL THEN l.reason_code ELSE COALESCE(p.reason, '') END
		FROM scheduled_lines l LEFT JOIN orders p ON p.client_id = l.client_id AND p.id = l.order_id
		WHERE l.client_id = $3 AND l.scheduled_order_id = $2 AND l.line BETWEEN $5 AND $6 AND l.state IN ('failed', 'canceled')
			AND l.destination_no NOT IN (SELECT m.destination_no FROM scheduled_lines m
				WHERE m.client_id = $3 AND m.scheduled_order_id IN (SELECT id FROM family) AND m.state IN ('waiting', 'placing', 'pending', 'success'))
			AND NOT EXISTS (SELECT 1 FROM orders o WHERE l.order_id IS NULL AND o.client_id = $3 AND o.client_ref = $4 || '-' || CAST(l.line AS TEXT))
		ORDER BY l.line`, first.ID, o.ID, o.ClientID, o.token, from, to)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (l retriable, err error) {
		return l, row.Scan(&l.line, &l.number, &l.state, &l.code)
	})
	if err != nil {
		return nil, wrapError("find the failed lines of", o.ID, err)
	}

	return list, nil
}

// markRetriable tells of lines in their order whether a retry may contain them now.
func (s *Service) markRetriable(ctx context.Context, o Order, lines []Line) error {
	if len(lines) == 0 {
		return nil
	}

	list, err := retriableLines(ctx, s.deps.DB.Reader(), o, lines[0].Number, lines[len(lines)-1].Number)
	if ErrStillRunning.Is(err) {
		return nil
	}

	can := make(map[int]bool, len(list))
	for _, l := range list {
		can[l.line] = true
	}

	for i := range lines {
		lines[i].Retriable = can[lines[i].Number]
	}

	return err
}

// RetryOffer is what a retry would buy now.
type RetryOffer struct {
	CheckResult

	Failed, Canceled int
	WrongNumber      int // of the failed ones: they will fail again
}

// Offer tells what a retry would buy now, at the present price, before anybody types a PIN. It changes nothing. Errors:
// fault.ErrNotFound, placing.ErrProductNotFound, ErrStillRunning, ErrNothingToRetry.
func (s *Service) Offer(ctx context.Context, clientID, userID, id int64, which Which, zone *time.Location) (RetryOffer, error) {
	o, err := getTx(ctx, s.deps.DB.Reader(), clientID, id, "")
	if err != nil {
		return RetryOffer{}, err
	}

	list, err := linesToRetry(ctx, s.deps.DB.Reader(), o, which)
	if err != nil {
		return RetryOffer{}, err
	}

	in := CheckInput{ClientID: clientID, UserID: userID, ProductCode: o.ProductCode, Destinations: numbersOf(list), Zone: zone}
	if o.Amount != 0 {
		in.Amount = &o.Amount
	}

	var out RetryOffer

	for _, l := range list {
		switch {
		case l.state == LineCanceled:
			out.Canceled++
		case wrongNumber(l.code):
			out.Failed++
			out.WrongNumber++
		default:
			out.Failed++
		}
	}

	out.CheckResult, err = s.Check(ctx, in)

	return out, err
}
