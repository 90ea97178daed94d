package topup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"loket/internal/banking"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// Which order a transfer was meant for that pays none. Staff see each guess, a client only what is certain: another
// client's transfer must not be shown to it.

// late reports whether a transfer came too late for an order, or too early to be meant for it.
func (o Order) late(m banking.Mutation) bool {
	return m.ReceivedAt.After(o.ExpiresAt) || o.early(m)
}

// early reports whether a transfer was booked before the order could have asked for it.
func (o Order) early(m banking.Mutation) bool {
	return m.BookedAt.Before(o.CreatedAt.Add(-bookedBefore))
}

// rests reports whether the code of an order was free for no other client at a time.
func (o Order) rests(at time.Time, rest time.Duration) bool {
	end := o.EndedAt
	if end.IsZero() {
		end = o.ExpiresAt
	}

	return !at.After(end.Add(rest))
}

// judgeLate names the order that a transfer was probably meant for: the last one of the amount, or else one whose amount
// is almost the same.
func (s *Service) judgeLate(ctx context.Context, tx *db.Tx, t transfer) (transfer, error) {
	o, found, err := orderOfTotal(ctx, tx, t.accountID, t.Amount, "ORDER BY o.id DESC LIMIT 1")
	if err != nil {
		return transfer{}, err
	}

	if found && t.ReceivedAt.Before(o.ExpiresAt.Add(s.opt.Rest)) {
		t.why, t.order, t.certain = whyLate, &o, !o.early(t.Mutation) && o.rests(t.ReceivedAt, s.opt.Rest)

		return t, nil
	}

	t.why = WhyUnmatched

	for _, find := range []func(context.Context, *db.Tx, transfer) (Order, bool, error){s.namedOrder, s.nearOrder} {
		if o, found, err = find(ctx, tx, t); err != nil {
			return transfer{}, err
		}

		if found {
			t.order, t.certain = &o, true

			return t, nil
		}
	}

	return t, nil
}

// orderName is an order's id, or its reference, in the description of a transfer.
var orderName = regexp.MustCompile(`[0-9]{19,23}`)

// namedWithin is how long after an order was made its name in a description counts.
const namedWithin = 30 * 24 * time.Hour

// namedOrder finds the order that the payer named in the description.
func (s *Service) namedOrder(ctx context.Context, tx *db.Tx, t transfer) (Order, bool, error) {
	for _, text := range orderName.FindAllString(t.Description, -1) {
		id, err := strconv.ParseInt(strings.TrimPrefix(text, referencePrefix), 10, 64)
		if err != nil {
			continue
		}

		o, err := scanOrder(tx.QueryRow(ctx, orderQuery+"WHERE o.bank_account_id = $1 AND o.id = $2", t.accountID, id))

		switch {
		case errors.Is(err, sql.ErrNoRows):
			continue
		case err != nil:
			return Order{}, false, err
		case o.early(t.Mutation) || t.ReceivedAt.After(o.CreatedAt.Add(namedWithin)):
			continue
		}

		return o, true, nil
	}

	return Order{}, false, nil
}

const thousand = money.Rupiah(1_000)

// nearOrder finds an order that differs in the last three digits only, where no other client had a code of the account
// that day: then nobody else announced a transfer to it.
func (s *Service) nearOrder(ctx context.Context, tx *db.Tx, t transfer) (Order, bool, error) {
	nominal := t.Amount / thousand * thousand
	received := clock.Micros(t.ReceivedAt)

	o, err := scanOrder(tx.QueryRow(ctx, orderQuery+`WHERE o.bank_account_id = $1 AND o.amount > $2 AND o.amount < $3
			AND (o.status = 'pending' OR o.ended_at > $4) AND o.created_at <= $5
		ORDER BY CASE o.status WHEN 'pending' THEN 0 ELSE 1 END, o.id DESC LIMIT 1`,
		t.accountID, int64(nominal), int64(nominal+thousand), clock.Micros(t.ReceivedAt.Add(-s.opt.Rest)), received))
	if errors.Is(err, sql.ErrNoRows) {
		return Order{}, false, nil
	}

	if err != nil || o.early(t.Mutation) {
		return Order{}, false, err
	}

	var others bool

	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM unique_codes
		WHERE bank_account_id = $1 AND COALESCE(client_id, 0) <> $2 AND (order_id IS NOT NULL OR free_at > $3))`,
		t.accountID, o.ClientID, received).Scan(&others)
	if err != nil {
		return Order{}, false, fmt.Errorf("look for orders of others: %w", err)
	}

	return o, !others, nil
}
