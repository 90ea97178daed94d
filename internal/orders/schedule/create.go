package schedule

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"loket/internal/catalog"
	"loket/internal/catalog/destination"
	"loket/internal/money/wallet"
	"loket/internal/orders/placing"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/ids"
	"loket/internal/platform/language"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
)

// The rules of a moment (docs/product/bill-payment.md#creating-an-order). The form asks for ten minutes; typing the PIN takes
// some of the time.
const (
	minuteStep = 5
	leastLead  = 10 * time.Minute
	typingTime = 2 * time.Minute
	mostDays   = 366
	mostMonths = 60
	hoursOfDay = 24

	lockClients = "schedule/client/%d"
)

// CreateInput is the input of Create.
type CreateInput struct {
	Request       idempotency.Request
	ClientID      int64
	UserID        int64
	PIN           secret.Text
	Name          string
	ProductCode   string
	Destinations  []string
	At            time.Time // zero is at once
	Monthly       bool
	EndsAt        time.Time     // in the last month of a monthly order
	Amount        *money.Rupiah // of an open-amount product
	ExpectedTotal *money.Rupiah // what the user confirmed; none for bills, and where the total of this moment holds
	Actor         string        // user:12
	Address       string
}

// Create stores a scheduled order after checking the PIN. An immediate one begins to run at once. Errors:
// fault.ErrValidation, identity's errors of PINs, placing.ErrProductNotFound, ErrProductInactive, ErrProductProblem,
// placing.ErrPriceAboveMaximum for another total than expected, wallet.ErrInactive and ErrInsufficientBalance for an immediate one, fault.ErrBusy over MaxOpen, and
// those of idempotency.Do.
func (s *Service) Create(ctx context.Context, n CreateInput) (Order, error) {
	snap, err := s.deps.Catalog.Snapshot(ctx)
	if err != nil {
		return Order{}, fmt.Errorf("read the catalogue: %w", err)
	}

	p, found := snap.Product(n.ProductCode)
	if !found {
		return Order{}, placing.ErrProductNotFound.New()
	}

	if err := s.deps.People.VerifyPIN(ctx, n.ClientID, n.UserID, n.PIN); err != nil {
		return Order{}, err
	}

	now, err := s.now(ctx, s.deps.DB.Reader(), n.ClientID)
	if err != nil {
		return Order{}, err
	}

	o, refusal := s.prepare(now, n, p, snap.Price(n.ClientID, p))

	id, _, err := idempotency.Do(ctx, s.deps.Keys, n.Request, func(tx *db.Tx, _ time.Time) (int64, error) {
		if refusal != nil { // a repeat is answered although the price or the time is another one by now
			return 0, refusal
		}

		return s.createTx(ctx, tx, n, o, p)
	})
	if err != nil {
		return Order{}, fmt.Errorf("make a scheduled order of client %d: %w", n.ClientID, err)
	}

	return s.Get(ctx, n.ClientID, id)
}

// The calls that make scheduled orders, as their keys of idempotency name them.
const (
	CallCreate = "create-scheduled-order"
	CallRetry  = "retry-scheduled-order"
)

// FindCreated finds the order that a user's Create or Retry with a key of idempotency made, for who lost its answer. Errors: fault.ErrNotFound,
// also for the key of another user, and idempotency.ErrRunning while the call still runs.
func (s *Service) FindCreated(ctx context.Context, clientID, userID int64, key string) (Order, error) {
	for _, call := range []string{CallCreate, CallRetry} {
		id, found, err := idempotency.Find[int64](ctx, s.deps.Keys, idempotency.Request{ClientID: clientID, Call: call, Key: key})
		if err != nil {
			return Order{}, fmt.Errorf("find a scheduled order of client %d: %w", clientID, err)
		}

		if !found {
			continue
		}

		o, err := s.Get(ctx, clientID, id)
		if err != nil || o.UserID == userID {
			return o, err
		}
	}

	return Order{}, NoSuchOrder()
}

// prepare checks what needs no database. now is by the clock of the client.
func (s *Service) prepare(now time.Time, n CreateInput, p catalog.Product, price money.Rupiah) (Order, error) {
	o, fields, refusals := s.judgeOrder(now, n, p, price)

	switch {
	case len(fields) > 0:
		return Order{}, fault.ErrValidation.With(fields...)
	case len(refusals) > 0:
		return Order{}, refusals[0]
	}

	return o, nil
}

// judgeOrder makes the order of an input, with all that is wrong with the input and then with the state. Check shows it before the PIN. now is by
// the clock of the client; cut-offs are those of the real one, by which orders are placed.
func (s *Service) judgeOrder(now time.Time, n CreateInput, p catalog.Product, price money.Rupiah) (o Order, fields []fault.Field, refusals []*fault.Error) {
	o = Order{
		ClientID: n.ClientID, UserID: n.UserID, Name: strings.TrimSpace(n.Name), ProductCode: p.Code, ProductName: p.Name, OperatorType: p.OperatorType,
		WalletType: wallet.Type(p.WalletType), Kind: p.Kind, Status: Scheduled, Immediate: n.At.IsZero(), ScheduledAt: n.At, Repeats: n.Monthly,
		UnitPrice: price, token: ids.Token(),
	}

	fields = append(checkName(o.Name), s.checkDestinations(n, p, &o)...)

	if m, wrong := checkAmount(n.Amount, p); wrong {
		fields = append(fields, fault.Field{Field: "amount", Message: m})
	}

	switch p.Kind {
	case catalog.Prepaid:
	case catalog.Postpaid:
		o.UnitPrice = 0
	case catalog.Open:
		if n.Amount != nil {
			o.Amount, o.UnitPrice = *n.Amount, *n.Amount+price
		}
	}

	fields = append(fields, checkMoment(now, n)...)

	if !o.Immediate && p.CutOff.Left(n.At) > 0 {
		fields = append(fields, fault.Field{Field: "scheduledAt", Message: placing.CutOff(p, n.At).Message})
	}

	switch {
	case !p.Active:
		refusals = append(refusals, placing.ErrProductInactive.New())
	case p.Problem && o.Immediate:
		refusals = append(refusals, placing.ErrProductProblem.New())
	case o.Immediate && p.CutOff.Left(s.deps.Clock.Now()) > 0:
		refusals = append(refusals, placing.CutOff(p, s.deps.Clock.Now()))
	}

	// Without an expected total the one of this moment holds: an immediate order never costs more.
	if p.Kind != catalog.Postpaid && n.ExpectedTotal != nil && *n.ExpectedTotal != o.EstimatedTotal() {
		refusals = append(refusals, totalIs(o.EstimatedTotal()))
	}

	return o, fields, refusals
}

func checkName(name string) []fault.Field {
	switch {
	case name == "":
		return []fault.Field{{Field: "name", Message: msgName}}
	case utf8.RuneCountInString(name) > MaxName:
		return []fault.Field{{Field: "name", Message: msgNameLong.With(MaxName)}}
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unprintable):
		return []fault.Field{{Field: "name", Message: msgNameText}}
	}

	return nil
}

func (s *Service) checkDestinations(n CreateInput, p catalog.Product, o *Order) []fault.Field {
	destinations, fields := normaliseDestinations(n.Destinations, p)
	o.Destinations, o.Quantity = destinations, len(destinations)

	switch {
	case len(n.Destinations) == 0:
		fields = append(fields, fault.Field{Field: "destinationNos", Message: msgNoNumbers})
	case len(n.Destinations) > MaxLines:
		fields = append(fields, fault.Field{Field: "destinationNos", Message: msgManyNumbers.With(MaxLines)})
	}

	return fields
}

// checkAmount says what is wrong with the amount of a product.
func checkAmount(amount *money.Rupiah, p catalog.Product) (language.Message, bool) {
	switch {
	case p.Kind != catalog.Open && amount != nil && *amount != 0:
		return msgAmountFixed, true
	case p.Kind != catalog.Open:
		return language.Message{}, false
	case amount == nil:
		return msgAmount, true
	case *amount <= 0:
		return msgAmountZero, true
	case *amount < p.MinAmount || p.MaxAmount > 0 && *amount > p.MaxAmount:
		return msgAmountRange.With(p.MinAmount.Pointed(), p.MaxAmount.Pointed()), true
	}

	return language.Message{}, false
}

// normaliseDestinations returns the destinations in the form in which they are stored, without duplicates.
func normaliseDestinations(list []string, p catalog.Product) ([]string, []fault.Field) {
	const mostFields = 20 // of one answer

	var fields []fault.Field

	list = list[:min(len(list), MaxLines+1)]
	out, seen := make([]string, 0, len(list)), make(map[string]bool, len(list))

	for i, raw := range list {
		// A wrong form was shown by Check; the order fails at its run (docs/product/bill-payment.md#destination-list).
		v := p.Judge(raw)
		if v.Grade == destination.Refused {
			if len(fields) < mostFields {
				fields = append(fields, fault.Field{Field: fmt.Sprintf("destinationNos[%d]", i), Message: v.Message})
			}

			continue
		}

		if !seen[v.Number] {
			seen[v.Number], out = true, append(out, v.Number)
		}
	}

	return out, fields
}

func checkMoment(now time.Time, n CreateInput) []fault.Field {
	var fields []fault.Field

	add := func(field string, f fault.Field) { f.Field = field; fields = append(fields, f) }

	switch {
	case n.At.IsZero() && n.Monthly:
		add("scheduledAt", fault.Field{Message: msgMonthlyStart})
	case n.At.IsZero():
	case n.At.Truncate(minuteStep*time.Minute).Compare(n.At) != 0:
		add("scheduledAt", fault.Field{Message: msgSteps.With(minuteStep)})
	case n.At.Before(now.Add(leastLead - typingTime)):
		add("scheduledAt", fault.Field{Message: msgTooSoon.With(int(leastLead / time.Minute))})
	case n.At.After(now.Add(mostDays * hoursOfDay * time.Hour)):
		add("scheduledAt", fault.Field{Message: msgTooLate.With(mostDays)})
	}

	switch {
	case !n.Monthly && !n.EndsAt.IsZero():
		add("endsAt", fault.Field{Message: msgEndOnce})
	case n.Monthly && n.EndsAt.IsZero():
		add("endsAt", fault.Field{Message: msgEnd})
	case n.Monthly && n.EndsAt.After(now.AddDate(0, mostMonths, 0)):
		add("endsAt", fault.Field{Message: msgEndFar.With(mostMonths)})
	}

	return fields
}

func (s *Service) createTx(ctx context.Context, tx *db.Tx, n CreateInput, o Order, p catalog.Product) (int64, error) {
	now, err := s.now(ctx, tx, n.ClientID)
	if err != nil {
		return 0, err
	}

	// The number of open ones is counted under this lock.
	if err := tx.Lock(ctx, fmt.Sprintf(lockClients, n.ClientID)); err != nil {
		return 0, err
	}

	if err := bound(ctx, tx, now, n.ClientID); err != nil {
		return 0, err
	}

	w, err := wallet.ByTypeTx(ctx, tx, n.ClientID, wallet.Type(p.WalletType))

	switch {
	case fault.ErrNotFound.Is(err):
		return 0, wallet.ErrNoWallet.New()
	case err != nil:
		return 0, err
	case o.Immediate && !w.Active:
		return 0, wallet.ErrInactive.New()
	case o.Immediate && o.EstimatedTotal() > w.Balance:
		return 0, wallet.ErrInsufficientBalance.New()
	}

	o.CreatedAt = now
	if o.Immediate {
		o.ScheduledAt = now
	}

	if o.Repeats {
		zone, err := s.zoneTx(ctx, tx, n.ClientID)
		if err != nil {
			return 0, err
		}

		if o.EndsAt = endOfMonth(n.EndsAt, zone); !o.EndsAt.After(o.ScheduledAt) {
			return 0, fault.InvalidField("endsAt", msgEndFirst)
		}
	}

	if err := s.holdTx(ctx, tx, now, &o); err != nil {
		return 0, err
	}

	if o, err = s.insertTx(ctx, tx, o); err != nil {
		return 0, err
	}

	if o.WaitsFor == ForApproval {
		if err := s.askTx(ctx, tx, o); err != nil {
			return 0, err
		}
	}

	return o.ID, audit.Write(ctx, tx, now, audit.Entry{
		Actor: n.Actor, Client: n.ClientID, Action: "scheduled_order.create", Subject: subject(o.ID), Address: n.Address,
		Detail: map[string]any{
			"product": o.ProductCode, "quantity": o.Quantity, "estimated": int64(o.EstimatedTotal()), "at": clock.Micros(o.ScheduledAt), "monthly": o.Repeats, "retryOf": o.RetryOf,
		},
	})
}
