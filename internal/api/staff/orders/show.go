package orders

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/catalog"
	"loket/internal/orders/order"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// acts is how many entries of the audit log an order shows.
const acts = 50

// parts are the rows about an order.
type parts struct {
	detail    order.Detail
	attempts  []order.Attempt
	exchanges []order.Exchange
	costs     map[int]money.Rupiah
	reviews   []order.Review
	notes     []order.Note
	audit     []audit.Line
	approval  int64
}

func (s Services) read(ctx context.Context, client, id int64) (parts, error) {
	var (
		p    parts
		errs [8]error
	)

	p.detail, errs[0] = s.Orders.Detail(ctx, client, id)
	p.attempts, errs[1] = s.Orders.Attempts(ctx, client, id)
	p.exchanges, errs[2] = s.Orders.Exchanges(ctx, client, id)
	p.costs, errs[3] = s.Orders.Costs(ctx, client, id)
	p.reviews, errs[4] = s.Orders.ReviewsOf(ctx, client, id)
	p.notes, errs[5] = s.Orders.Notes(ctx, client, id)
	p.approval, errs[6] = s.Orders.WaitingRefund(ctx, id)
	p.audit, errs[7] = audit.List(ctx, s.DB.Reader(), audit.Query{Client: client, Subject: "order:" + order.FormatID(id), Limit: acts})

	if err := errors.Join(errs[:]...); err != nil {
		return p, fmt.Errorf("order for staff: %w", err)
	}

	return p, nil
}

func (s Services) detail(ctx context.Context, o order.Order, names clientNames) (*portal.Body[StaffOrderDetail], error) {
	p, err := s.read(ctx, o.ClientID, o.ID)
	if err != nil {
		return nil, err
	}

	o = p.detail.Order
	unsent := o.Status == order.Pending && (len(p.attempts) == 0 || len(p.attempts) == 1 && p.attempts[0].State == order.StatePrepared)

	out := StaffOrderDetail{
		StaffOrder: show(ctx, o, names), Kind: string(o.Kind), Amount: int64(o.Amount), WalletType: string(o.WalletType),
		PaymentType: string(o.PaymentType), APIKeyEnding: o.APIKeyEnding, DisplayFields: map[string]string{}, SerialNumber: portal.MaskedSerial(o.SerialNumber),
		NextCheckAt: timeOrNil(p.detail.NextCheckAt), Pending: s.pending(p), Attempts: []StaffAttempt{}, History: []StaffOrderStep{},
		Reviews: []StaffOrderReview{}, Notes: []StaffNote{}, Audit: []StaffOrderAct{}, ClientReasons: clientReasons(ctx),
		NeedsSerial: o.Kind != catalog.Postpaid, NeedsSecondStaff: o.Status != order.Failed && !unsent,
	}

	if o.DisplayFields != nil {
		out.DisplayFields = o.DisplayFields
	}

	if o.Status == order.Failed {
		out.ReasonCode = string(o.Reason.Failure().Code)
	}

	if p.approval != 0 {
		out.ApprovalID = portal.FormatID(p.approval)
	}

	for _, a := range p.attempts {
		shown := showAttempt(a)
		shown.Cost, shown.SupplierText = int64(p.costs[a.Number]), supplierText(ctx, o, a)
		shown.Exchanges = showExchanges(p.exchanges, a.Number)
		out.Attempts = append(out.Attempts, shown)
	}

	for _, step := range p.detail.Steps {
		out.History = append(out.History, showStep(step))
	}

	for _, r := range p.reviews {
		out.Reviews = append(out.Reviews, StaffOrderReview{
			r.Kind, r.Detail, r.CreatedAt, r.Owner, timeOrNil(r.OwnedAt), timeOrNil(r.ResolvedAt), r.Resolution,
		})
	}

	for _, n := range p.notes {
		out.Notes = append(out.Notes, StaffNote{n.Number, n.Author, n.Text, n.At})
	}

	for _, line := range p.audit {
		out.Audit = append(out.Audit, StaffOrderAct{line.Actor, line.Action, line.Reason, line.At})
	}

	return portal.Answer(out), nil
}

// pending says why an order is pending; nil of one that has ended.
func (s Services) pending(p parts) *StaffPending {
	if p.detail.Status != order.Pending || len(p.attempts) == 0 {
		return nil
	}

	why := order.Why(p.attempts, p.detail.NextCheckAt, s.GiveUpAfter)
	outcome := supplier.Unknown

	if why.Outcome == supplier.Pending {
		outcome = supplier.Pending
	}

	return &StaffPending{
		State: string(why.State), Outcome: outcome.String(), Supplier: p.attempts[len(p.attempts)-1].Supplier, Asked: why.Asked,
		NextAt: timeOrNil(why.NextAt), Deadline: timeOrNil(why.Deadline),
	}
}

// clientReasons are the published codes of failures with what clients read of them, but for that of words of staff.
func clientReasons(ctx context.Context) []StaffReason {
	out := []StaffReason{}

	for _, f := range supplier.Failures() {
		if text := api.Say(ctx, f.Code.Message()); text != string(f.Code) {
			out = append(out, StaffReason{string(f.Code), text})
		}
	}

	return out
}

func showExchanges(list []order.Exchange, attempt int) []StaffExchange {
	out := []StaffExchange{}

	for _, x := range list {
		if x.Number == attempt {
			out = append(out, StaffExchange{
				Query: x.Query, At: x.At, Took: x.Took.Milliseconds(), Outcome: x.Outcome.String(), Code: x.Code, Status: x.Status,
				Request: x.Request, Answer: x.Answer,
			})
		}
	}

	return out
}

func showStep(step order.Step) StaffOrderStep {
	shown := StaffOrderStep{Event: string(step.Event), At: step.At, Attempt: step.Attempt, Outcome: step.Outcome}
	if step.Amount != 0 {
		shown.Amount, shown.BalanceAfter = new(int64(step.Amount)), new(int64(step.BalanceAfter))
	}

	return shown
}

// supplierText is what to send to a supplier's chat about a purchase, with times in WIB; empty of one that was not sent.
func supplierText(ctx context.Context, o order.Order, a order.Attempt) string {
	if a.SentAt.Unix() <= 0 {
		return ""
	}

	answer := strings.Join(slices.DeleteFunc([]string{a.Code, a.Message}, func(t string) bool { return t == "" }), " ")
	if answer == "" {
		answer = "-"
	}

	return api.Say(ctx, msgSupplierText.With(a.Reference, a.SKU, o.DestinationNo, a.SentAt.In(clock.Jakarta()).Format("2006-01-02 15:04:05")+" WIB", answer))
}

func showAttempt(a order.Attempt) StaffAttempt {
	out := StaffAttempt{
		Number: a.Number, Supplier: a.Supplier, SKU: a.SKU, Reference: a.Reference, State: a.State, Code: a.Code, Message: a.Message,
		PreparedAt: a.PreparedAt, Checks: a.Checks,
	}

	if a.State != order.StatePrepared && a.State != order.StateSending {
		out.Outcome = a.Outcome.String()
	}

	if a.SentAt.Unix() > 0 {
		out.SentAt = &a.SentAt
	}

	if a.AnsweredAt.Unix() > 0 {
		out.AnsweredAt = &a.AnsweredAt
	}

	return out
}

func timeOrNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}

	return &t
}
