package schedules

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"strconv"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/money/wallet"
	"loket/internal/orders/placing"
	"loket/internal/orders/schedule"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
	"loket/internal/platform/sheet"
)

// retryBody has room for the numbers of 10,000 lines.
const retryBody = 128 << 10

// RetryScheduledOrder confirms a retry.
type RetryScheduledOrder struct {
	PIN           string `json:"pin" maxLength:"100" format:"password" doc:"Six digits" missing:"pin"`
	Name          string `json:"name,omitempty" maxLength:"400" doc:"That of the first order without it"`
	ExpectedTotal *int64 `json:"expectedTotal,omitempty" nullable:"true" doc:"The total that the user confirmed, as retry/check gives it; none for bills"`

	Lines    []int    `json:"lines,omitempty" nullable:"false" maxItems:"10000" doc:"Numbers of failed or canceled lines; those that can't be retried are left out"`
	Statuses []string `json:"statuses,omitempty" nullable:"false" maxItems:"2" enum:"failed,canceled" doc:"Without lines: which ones; the failed ones without it"`
}

// ScheduledRetryLines choose the lines of a retry.
type ScheduledRetryLines struct {
	Lines    []int    `json:"lines,omitempty" nullable:"false" maxItems:"10000" doc:"Numbers of failed or canceled lines; those that can't be retried are left out"`
	Statuses []string `json:"statuses,omitempty" nullable:"false" maxItems:"2" enum:"failed,canceled" doc:"Without lines: which ones; the failed ones without it"`
}

func whichLines(lines []int, statuses []string) schedule.Which {
	out := schedule.Which{Lines: lines, States: make([]schedule.LineState, len(statuses))}
	for i, s := range statuses {
		out.States[i] = schedule.LineState(s)
	}

	return out
}

// ScheduledRetryOffer is what a retry would buy now.
type ScheduledRetryOffer struct {
	Quantity       int                `json:"quantity"`
	Failed         int                `json:"failed"`
	Canceled       int                `json:"canceled"`
	WrongNumber    int                `json:"wrongNumber" doc:"Of the failed ones: they failed for their number and will fail again"`
	UnitPrice      *int64             `json:"unitPrice" doc:"Of now; null for bills"`
	EstimatedPrice *int64             `json:"estimatedPrice" doc:"Sell price, or open amount, times quantity; null for bills"`
	Fee            *int64             `json:"fee" doc:"Ours, on each line of an open amount; null for other products"`
	TotalFee       *int64             `json:"totalFee"`
	Total          *int64             `json:"total" doc:"The expectedTotal to send; null for bills"`
	WalletType     string             `json:"walletType"`
	Balance        *int64             `json:"balance" doc:"null without permission 302"`
	Scheduled      int64              `json:"scheduled" doc:"What other scheduled orders will charge to this wallet"`
	Refusals       []ScheduledRefusal `json:"refusals" nullable:"false" doc:"What the retry would refuse now, whatever the PIN"`
	NeedsApproval  bool               `json:"needsApproval"`
	PIN            PINTries           `json:"pin"`
}

// OneScheduledRetryOffer is the answer of the check of a retry.
type OneScheduledRetryOffer struct {
	Data ScheduledRetryOffer `json:"data"`
}

type checkScheduledRetry struct {
	ID   string `path:"id" maxLength:"19" doc:"Scheduled order" example:"1"`
	Body ScheduledRetryLines
}

type retryScheduledOrder struct {
	api.IdempotencyKey

	ID   string `path:"id" maxLength:"19" doc:"Scheduled order" example:"1"`
	Body RetryScheduledOrder
}

type getScheduledResult struct {
	ID     string `path:"id" maxLength:"19" doc:"Scheduled order" example:"1"`
	Format string `query:"format" enum:"csv,xlsx" doc:"csv without it"`
}

// registerResults registers the calls about what a run left: its result file and the retry of failed lines.
func registerResults(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: schedule.CallRetry, Sandbox: api.InSandbox, Method: http.MethodPost, Path: "/v1/scheduled-orders/{id}/retry", Summary: "Buy failed or canceled lines again",
		Description: "Makes an immediate order of lines that failed or were canceled; each names the other (retryOf, retriedBy). " +
			"A line whose outcome is not known, or that another retry has waiting, pending or paid, is not in it.",
		Tag: tagScheduled, Cost: api.Bulk, Access: api.Needs(identity.ScheduledOrderCreate), Feature: identity.Corporate, Client: api.CallersClient,
		MaxBody: retryBody, Admit: s.roomFor(schedule.CallRetry), Texts: schedule.Texts(),
		Faults: api.IdempotencyFaults(fault.ErrNotFound, identity.ErrInvalidPIN, identity.ErrPINLocked, identity.ErrPINNotSet, placing.ErrProductNotFound,
			placing.ErrProductInactive, placing.ErrProductProblem, placing.ErrProductCutOff, placing.ErrPriceAboveMaximum, wallet.ErrNoWallet, wallet.ErrInactive,
			wallet.ErrInsufficientBalance, fault.ErrBusy, schedule.ErrStillRunning, schedule.ErrNothingToRetry),
		Example: RetryScheduledOrder{PIN: portal.ExamplePIN, ExpectedTotal: new(int64(10_250))},
	}, s.retryScheduledOrder)

	api.Register(a, api.Operation{
		ID: "check-scheduled-retry", Sandbox: api.InSandbox, Method: http.MethodPost, Path: "/v1/scheduled-orders/{id}/retry/check", Summary: "What a retry would buy now", Tag: tagScheduled,
		Description: "Changes nothing. Its total is the expectedTotal of the retry.",
		Access:      api.Needs(identity.ScheduledOrderCreate), Feature: identity.Corporate, Client: api.CallersClient,
		MaxBody: retryBody, Cost: api.Bulk,
		Faults:  []fault.Definition{fault.ErrNotFound, placing.ErrProductNotFound, schedule.ErrStillRunning, schedule.ErrNothingToRetry},
		Example: ScheduledRetryLines{Statuses: []string{"failed"}},
	}, s.checkScheduledRetry)

	api.Register(a, api.Operation{
		ID: "get-scheduled-order-result", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/v1/scheduled-orders/{id}/result", Summary: "The result file", Tag: tagScheduled,
		Description: "The lines with what became of them, as CSV or XLSX. Times are in the client's zone.",
		Cost:        api.Bulk, Access: api.Needs(identity.ScheduledOrderGet), Feature: identity.Corporate, Client: api.CallersClient, Look: api.NotForLooks,
		Faults: []fault.Definition{fault.ErrNotFound, fault.ErrBusy},
	}, s.scheduledResult)
}

func (s Services) retryScheduledOrder(ctx context.Context, in *retryScheduledOrder) (*portal.Body[OneScheduledOrder], error) {
	b := in.Body
	b.PIN = "" // not stored, not even as a hash

	request, err := in.Request(ctx, schedule.CallRetry, struct {
		ID   string
		Body RetryScheduledOrder
	}{in.ID, b})
	if err != nil {
		return nil, err
	}

	p := portal.Caller(ctx)

	o, err := s.Schedules.Retry(ctx, schedule.RetryInput{
		Decision: schedule.Decision{ClientID: p.ClientID, ID: portal.ParseID(in.ID), Actor: api.Actor(p), Address: api.Address(ctx)},
		Request:  request, UserID: p.UserID, PIN: secret.Text(in.Body.PIN), Name: b.Name, ExpectedTotal: (*money.Rupiah)(b.ExpectedTotal),
		Which: whichLines(b.Lines, b.Statuses),
	})
	if err != nil {
		return nil, err
	}

	return portal.Answer(OneScheduledOrder{showScheduled(&o)}), nil
}

func (s Services) checkScheduledRetry(ctx context.Context, in *checkScheduledRetry) (*portal.Body[OneScheduledRetryOffer], error) {
	zone, err := api.ClientZone(ctx)
	if err != nil {
		return nil, err
	}

	offer, err := s.Schedules.Offer(ctx, portal.Caller(ctx).ClientID, portal.Caller(ctx).UserID, portal.ParseID(in.ID), whichLines(in.Body.Lines, in.Body.Statuses), zone)
	if err != nil {
		return nil, err
	}

	var c CheckedScheduledOrder

	c.foresee(ctx, &offer.CheckResult)

	return portal.Answer(OneScheduledRetryOffer{ScheduledRetryOffer{
		Quantity: offer.Quantity, Failed: offer.Failed, Canceled: offer.Canceled, WrongNumber: offer.WrongNumber, UnitPrice: portal.OrNil(int64(offer.UnitPrice)),
		EstimatedPrice: c.EstimatedPrice, Fee: c.Fee, TotalFee: c.TotalFee, Total: c.Total, WalletType: string(offer.WalletType),
		Balance: portal.VisibleBalance(ctx, offer.Balance), Scheduled: int64(offer.Scheduled), Refusals: c.Refusals, NeedsApproval: c.NeedsApproval, PIN: c.PIN,
	}}), nil
}

func (s Services) scheduledResult(ctx context.Context, in *getScheduledResult) (*portal.File, error) {
	clientID, id := portal.Caller(ctx).ClientID, portal.ParseID(in.ID)

	zone, err := api.ClientZone(ctx)
	if err != nil {
		return nil, err
	}

	f := schedule.ResultFile{Format: sheet.Format(cmp.Or(in.Format, string(sheet.FormatCSV))), Zone: zone, Language: api.LanguageOf(ctx)}

	if f.Lines, _, err = s.Schedules.Lines(ctx, clientID, id, schedule.LineFilter{From: 1, Count: schedule.MaxLines}); err == nil {
		f.Names, err = s.contactNames(ctx, clientID, f.Lines)
	}

	if err != nil {
		return nil, err
	}

	var file bytes.Buffer

	if err := schedule.WriteResult(ctx, &file, f); err != nil {
		return nil, err
	}

	return &portal.File{
		ContentType: f.Format.MediaType(), Disposition: `attachment; filename="result-` + portal.FormatID(id) + "." + string(f.Format) + `"`,
		Rows: strconv.Itoa(len(f.Lines)), CacheControl: "no-store", Body: file.Bytes(),
	}, nil
}

// contactNames are the names of the contacts of lines; empty where a number has none.
func (s Services) contactNames(ctx context.Context, clientID int64, lines []schedule.Line) ([]string, error) {
	if len(lines) == 0 {
		return nil, nil
	}

	numbers := make([]string, len(lines))
	for i, l := range lines {
		numbers[i] = l.DestinationNo
	}

	found, err := s.Contacts.ContactsOfNumbers(ctx, clientID, numbers)
	if err != nil {
		return nil, err
	}

	names := make([]string, len(found))
	for i, c := range found {
		names[i] = c.Name
	}

	return names, nil
}
