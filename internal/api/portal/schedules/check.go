package schedules

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/orders/placing"
	"loket/internal/orders/schedule"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/money"
)

// inquiriesTime is how long the inquiries of one call may take.
const inquiriesTime = 60 * time.Second

// CheckScheduledOrder asks for the verdicts of lines.
type CheckScheduledOrder struct {
	ProductCode    string   `json:"productCode" maxLength:"64" example:"TSEL10"`
	DestinationNos []string `json:"destinationNos" maxItems:"10001" nullable:"false" doc:"At most 10,000" missing:"no_numbers"`
	OtherLines     *int     `json:"otherLines,omitempty" nullable:"true" minimum:"0" maximum:"10000" doc:"How many other lines of the order were judged before and aren't sent again: those that can be ordered, each number once. They count in the money and the refusals; with it destinationNos may be empty. null: destinationNos are all"`
	OmitFine       bool     `json:"omitFine,omitempty" doc:"Leaves out lines that are ok, would be ordered exactly as they were sent, and have no contact"`
	Amount         *int64   `json:"amount,omitempty" nullable:"true" maximum:"1000000000" doc:"Of an open-amount product"`

	ScheduledAt *time.Time `json:"scheduledAt,omitempty" nullable:"true" doc:"As in the order; null is at once"`
	Interval    *string    `json:"interval,omitempty" nullable:"true" enum:"monthly" doc:"null runs once"`
	EndsAt      *time.Time `json:"endsAt,omitempty" nullable:"true" doc:"As in the order"`
}

// CheckedScheduledLine is a destination with its verdict.
type CheckedScheduledLine struct {
	Index         int        `json:"index" doc:"Of its number in destinationNos, from 0"`
	DestinationNo string     `json:"destinationNo" doc:"As it was sent"`
	Normalised    *string    `json:"normalised" doc:"As it would be ordered; null can't be ordered"`
	Name          string     `json:"name" doc:"Of the contact; empty without one"`
	ContactID     string     `json:"contactId" doc:"Empty without a contact"`
	Verdict       string     `json:"verdict" enum:"ok,no_number,wrong_form,wrong_prefix,duplicate,recently_paid" doc:"The first that holds"`
	Message       string     `json:"message" doc:"Why; empty for ok"`
	Reason        string     `json:"reason" enum:",missing,two_numbers,another_country,exponent,decimal,character,too_long,no_digits,part,form,doubt,operator,duplicate,recently_paid" doc:"Code of the message; empty for ok"`
	DuplicateOf   *int       `json:"duplicateOf" doc:"Of duplicate: the first line with this number, from 0"`
	Repair        *Repair    `json:"repair,omitempty" doc:"Absent for a number that is taken as it was written"`
	PaidAt        *time.Time `json:"paidAt" doc:"Of recently_paid: when it was last bought"`
}

// ScheduledRefusal is an error that create would give.
type ScheduledRefusal struct {
	Code    string `json:"code" doc:"Of the error" example:"ProductProblemError"`
	Field   string `json:"field" doc:"The faulty field; empty when it is about none"`
	Message string `json:"message"`
}

// PINTries tells whether the caller's PIN can be tried.
type PINTries struct {
	Set         bool       `json:"set"`
	TriesLeft   int        `json:"triesLeft" doc:"Before it is locked"`
	LockedUntil *time.Time `json:"lockedUntil"`
	Disabled    bool       `json:"disabled" doc:"Locked until it is reset"`
}

// Repair is what was repaired in a number, beside the usual ways to write one.
type Repair struct {
	Code     string `json:"code" enum:"exponent,decimal,thousands,formula,digits,hidden"`
	Message  string `json:"message" example:"The decimal part “.0” was removed"`
	Original string `json:"original" doc:"As it was sent" example:"81234567801.0"`
}

func showRepair(ctx context.Context, code string, message language.Message, original string) *Repair {
	if code == "" {
		return nil
	}

	return &Repair{code, api.Say(ctx, message), original}
}

// CheckedScheduledOrder is what an order would be.
type CheckedScheduledOrder struct {
	Lines     []CheckedScheduledLine `json:"lines" nullable:"false" doc:"In the order in which they were sent"`
	Omitted   int                    `json:"omitted" doc:"Lines that omitFine left out"`
	UnitPrice *int64                 `json:"unitPrice" doc:"null for bills, and without the amount of an open-amount product"`
	Total     *int64                 `json:"total" doc:"What all lines that can be ordered will be charged, duplicates once: the expectedTotal of the order; null as unitPrice"`

	EstimatedPrice *int64 `json:"estimatedPrice" doc:"Sell price, or open amount, times these lines; null as unitPrice"`
	Fee            *int64 `json:"fee" doc:"Ours, on each line of an open amount; null for other products"`
	TotalFee       *int64 `json:"totalFee" doc:"fee times these lines"`
	MinAmount      *int64 `json:"minAmount" doc:"Of an open amount; null: no limit"`
	MaxAmount      *int64 `json:"maxAmount"`

	Runs          int                `json:"runs" doc:"Of the schedule; 1 without interval"`
	DayIsCut      bool               `json:"dayIsCut" doc:"A month of the series is too short for its day: it runs on the last day of that month"`
	Refusals      []ScheduledRefusal `json:"refusals" nullable:"false" doc:"What create would refuse now, whatever the name, the numbers and the PIN"`
	NeedsApproval bool               `json:"needsApproval" doc:"It would wait for the approval of another user"`
	PIN           PINTries           `json:"pin"`

	WalletType   string `json:"walletType"`
	WalletActive bool   `json:"walletActive"`
	Balance      *int64 `json:"balance" doc:"null without permission 302"`
	Scheduled    int64  `json:"scheduled" doc:"What other scheduled orders will charge to this wallet"`
	RecentDays   int    `json:"recentDays" doc:"How many days count as recently"`
}

// OneCheckedScheduledOrder is the answer of the check.
type OneCheckedScheduledOrder struct {
	Data CheckedScheduledOrder `json:"data"`
}

// InquireScheduled asks for the bills of destinations.
type InquireScheduled struct {
	ProductCode    string   `json:"productCode" maxLength:"64" example:"PLNPOST"`
	DestinationNos []string `json:"destinationNos" maxItems:"50" nullable:"false"`
}

// InquiredBill is what is known of a bill.
type InquiredBill struct {
	DestinationNo string  `json:"destinationNo" doc:"As it was sent"`
	Found         bool    `json:"found"`
	Name          string  `json:"name" doc:"Of the customer"`
	Amount        *int64  `json:"amount" doc:"Bill and fee"`
	Reason        *string `json:"reason" doc:"Why there is none"`
}

// InquiredBills are bills in the order of their destinations.
type InquiredBills struct {
	Data []InquiredBill `json:"data" nullable:"false"`
}

type checkScheduledOrder struct{ Body CheckScheduledOrder }

type inquireScheduled struct{ Body InquireScheduled }

func registerChecks(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "check-scheduled-order", Sandbox: api.InSandbox, Method: http.MethodPost, Path: "/v1/scheduled-orders/check", Summary: "Judge up to 10,000 lines before they are bought",
		Description: "Changes nothing. After a change of a list, send the numbers that are new, with otherLines, and judge duplicates over the whole list by normalised. recently_paid: the same product and number by an order of the last days (recentDays; for bills also of this month) " +
			"that succeeded or has not ended. Lines whose normalised is null are refused by create; the other verdicts are warnings.",
		Tag: tagScheduled, Cost: api.Bulk, Access: api.Needs(identity.ScheduledOrderCreate), Feature: identity.Corporate, Client: api.CallersClient,
		MaxBody: scheduledBody, Texts: schedule.Texts(), Faults: []fault.Definition{placing.ErrProductNotFound},
		Example: CheckScheduledOrder{ProductCode: "TSEL10", DestinationNos: []string{"081234567890", "0817123"}},
	}, s.checkScheduledOrder)

	api.Register(a, api.Operation{
		ID: "inquire-scheduled-bills", Sandbox: api.InSandbox, Method: http.MethodPost, Path: "/v1/scheduled-orders/inquiries", Summary: "Look up to 50 bills up", Tag: tagScheduled,
		Description: "Charges nothing. BusyError when too many inquiries are in flight: repeat it after Retry-After.",
		Cost:        api.Own, Access: api.Needs(identity.ScheduledOrderCreate), Feature: identity.Corporate, Client: api.CallersClient,
		Timeout: inquiriesTime, Faults: []fault.Definition{placing.ErrProductNotFound, fault.ErrBusy},
		Example: InquireScheduled{ProductCode: "PLNPOST", DestinationNos: []string{"530000000001"}},
	}, s.inquireScheduled)
}

func (s Services) checkScheduledOrder(ctx context.Context, in *checkScheduledOrder) (*portal.Body[OneCheckedScheduledOrder], error) {
	clientID := portal.Caller(ctx).ClientID

	zone, err := api.ClientZone(ctx)
	if err != nil {
		return nil, err
	}

	c, err := s.Schedules.Check(ctx, schedule.CheckInput{
		ClientID: clientID, UserID: portal.Caller(ctx).UserID, ProductCode: in.Body.ProductCode, Destinations: in.Body.DestinationNos,
		Others: in.Body.OtherLines,
		Amount: (*money.Rupiah)(in.Body.Amount), At: momentOf(in.Body.ScheduledAt), Monthly: in.Body.Interval != nil, EndsAt: momentOf(in.Body.EndsAt), Zone: zone,
	})
	if err != nil {
		return nil, err
	}

	out := CheckedScheduledOrder{
		UnitPrice: portal.OrNil(int64(c.UnitPrice)), WalletType: string(c.WalletType),
		WalletActive: c.WalletActive, Balance: portal.VisibleBalance(ctx, c.Balance), Scheduled: int64(c.Scheduled), RecentDays: c.RecentDays,
	}

	if out.Lines, err = s.showCheckedLines(ctx, c.Lines, in.Body); err != nil {
		return nil, err
	}

	out.Omitted = len(c.Lines) - len(out.Lines)
	out.foresee(ctx, &c)

	return portal.Answer(OneCheckedScheduledOrder{out}), nil
}

// showCheckedLines adds the names of contacts, and leaves out what the caller doesn't want.
func (s Services) showCheckedLines(ctx context.Context, lines []schedule.CheckedLine, in CheckScheduledOrder) ([]CheckedScheduledLine, error) {
	if len(lines) == 0 {
		return []CheckedScheduledLine{}, nil
	}

	contacts, err := s.Contacts.ContactsOfNumbers(ctx, portal.Caller(ctx).ClientID, in.DestinationNos)
	if err != nil {
		return nil, err
	}

	out := make([]CheckedScheduledLine, 0, len(lines))

	for i, l := range lines {
		if in.OmitFine && l.AsSent() && contacts[i].ID == 0 {
			continue
		}

		line := CheckedScheduledLine{
			Index: i, DestinationNo: l.Sent, Normalised: portal.OrNil(l.Normalised), Name: contacts[i].Name, Verdict: string(l.Verdict), PaidAt: portal.OrNil(l.PaidAt),
			Reason: l.Reason, Repair: showRepair(ctx, l.Repair, l.RepairMessage, l.Sent),
		}

		if l.DuplicateOf >= 0 {
			line.DuplicateOf = new(l.DuplicateOf)
		}

		if l.Verdict != schedule.Fine {
			line.Message = api.Say(ctx, l.Message)
		}

		if contacts[i].ID != 0 {
			line.ContactID = portal.FormatID(contacts[i].ID)
		}

		out = append(out, line)
	}

	return out, nil
}

// foresee shows the money and the refusals of a check.
func (out *CheckedScheduledOrder) foresee(ctx context.Context, c *schedule.CheckResult) {
	quantity := money.Rupiah(c.Quantity)

	if c.UnitPrice != 0 {
		out.Total, out.EstimatedPrice = new(int64(c.Total)), new(int64((c.UnitPrice-c.Fee)*quantity))
	}

	if c.Open {
		out.Fee, out.TotalFee = new(int64(c.Fee)), new(int64(c.Fee*quantity))
		out.MinAmount, out.MaxAmount = portal.OrNil(int64(c.MinAmount)), portal.OrNil(int64(c.MaxAmount))
	}

	out.Runs, out.DayIsCut, out.NeedsApproval = c.Runs, c.ShortMonths, c.NeedsApproval
	out.PIN = PINTries{c.PIN.Set, c.PIN.TriesLeft, portal.OrNil(c.PIN.LockedUntil), c.PIN.Disabled}
	out.Refusals = showRefusals(ctx, c.Refusals)
}

func showRefusals(ctx context.Context, list []*fault.Error) []ScheduledRefusal {
	out := make([]ScheduledRefusal, len(list))

	for i, e := range list {
		out[i] = ScheduledRefusal{Code: e.Code, Message: api.Say(ctx, e.Message)}

		if len(e.Fields) > 0 {
			out[i].Field, out[i].Message = e.Fields[0].Field, api.Say(ctx, e.Fields[0].Message)
		}
	}

	return out
}

// momentOf is a moment that may be left out.
func momentOf(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}

	return t.UTC()
}

func (s Services) inquireScheduled(ctx context.Context, in *inquireScheduled) (*portal.Body[InquiredBills], error) {
	list, err := s.Schedules.Inquire(ctx, portal.Caller(ctx).ClientID, in.Body.ProductCode, in.Body.DestinationNos)
	if err != nil {
		return nil, err
	}

	out := InquiredBills{Data: make([]InquiredBill, len(list))}

	for i, b := range list {
		out.Data[i] = InquiredBill{DestinationNo: b.DestinationNo, Found: b.Found, Name: b.Name, Amount: portal.OrNil(int64(b.Total))}
		if !b.Found {
			out.Data[i].Reason = new(api.Say(ctx, b.Reason))
		}
	}

	return portal.Answer(out), nil
}
