package portal

import (
	"context"
	"net/http"
	"time"

	"loket/internal/httpapi"
	"loket/internal/identity"
	"loket/internal/order"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
	"loket/internal/schedule"
)

// inquiriesTime is how long the inquiries of one call may take.
const inquiriesTime = 60 * time.Second

// CheckScheduledOrder asks for the verdicts of lines.
type CheckScheduledOrder struct {
	ProductCode    string   `json:"productCode" maxLength:"64" example:"TSEL10"`
	DestinationNos []string `json:"destinationNos" maxItems:"10001" nullable:"false" doc:"At most 10,000" missing:"no_numbers"`
	Amount         *int64   `json:"amount,omitempty" nullable:"true" maximum:"1000000000" doc:"Of an open-amount product"`
}

// CheckedScheduledLine is a destination with its verdict.
type CheckedScheduledLine struct {
	DestinationNo string     `json:"destinationNo" doc:"As it was sent"`
	Normalised    *string    `json:"normalised" doc:"As it would be ordered; null can't be ordered"`
	Name          string     `json:"name" doc:"Of the contact; empty without one"`
	ContactID     string     `json:"contactId" doc:"Empty without a contact"`
	Verdict       string     `json:"verdict" enum:"ok,no_number,wrong_form,wrong_prefix,duplicate,recently_paid" doc:"The first that holds"`
	Message       string     `json:"message" doc:"Why; empty for ok"`
	PaidAt        *time.Time `json:"paidAt" doc:"Of recently_paid: when it was last bought"`
}

// CheckedScheduledOrder is what an order would be.
type CheckedScheduledOrder struct {
	Lines        []CheckedScheduledLine `json:"lines" nullable:"false" doc:"In the order in which they were sent"`
	UnitPrice    *int64                 `json:"unitPrice" doc:"null for bills, and without the amount of an open-amount product"`
	Total        *int64                 `json:"total" doc:"Of all lines that can be ordered, duplicates once; null as unitPrice"`
	WalletType   string                 `json:"walletType"`
	WalletActive bool                   `json:"walletActive"`
	Balance      int64                  `json:"balance"`
	Scheduled    int64                  `json:"scheduled" doc:"What other scheduled orders will charge to this wallet"`
	RecentDays   int                    `json:"recentDays" doc:"How many days count as recently"`
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

func registerScheduledChecks(a *httpapi.API, s Services) {
	httpapi.Register(a, httpapi.Operation{
		ID: "check-scheduled-order", Method: http.MethodPost, Path: "/v1/scheduled-orders/check", Summary: "Judge up to 10,000 lines before they are bought",
		Description: "Changes nothing. recently_paid: the same product and number by an order of the last days (recentDays; for bills also of this month) " +
			"that succeeded or has not ended. Lines whose normalised is null are refused by create; the other verdicts are warnings.",
		Tag: tagScheduled, Access: httpapi.Needs(identity.ScheduledOrderCreate), Feature: identity.Corporate, Tenant: httpapi.TenantCaller, StrictQuery: true,
		MaxBody: scheduledBody, Texts: schedule.Texts(), Faults: []fault.Definition{order.ErrProductNotFound},
		Example: CheckScheduledOrder{ProductCode: "TSEL10", DestinationNos: []string{"081234567890", "0817123"}},
	}, s.checkScheduledOrder)

	httpapi.Register(a, httpapi.Operation{
		ID: "inquire-scheduled-bills", Method: http.MethodPost, Path: "/v1/scheduled-orders/inquiries", Summary: "Look up to 50 bills up", Tag: tagScheduled,
		Description: "Charges nothing. BusyError when too many inquiries are under way: repeat it after Retry-After.",
		Access:      httpapi.Needs(identity.ScheduledOrderCreate), Feature: identity.Corporate, Tenant: httpapi.TenantCaller, StrictQuery: true,
		Timeout: inquiriesTime, Faults: []fault.Definition{order.ErrProductNotFound, fault.ErrBusy},
		Example: InquireScheduled{ProductCode: "PLNPOST", DestinationNos: []string{"530000000001"}},
	}, s.inquireScheduled)
}

func (s Services) checkScheduledOrder(ctx context.Context, in *checkScheduledOrder) (*body[OneCheckedScheduledOrder], error) {
	clientID := caller(ctx).ClientID

	zone, err := clientZone(ctx)
	if err != nil {
		return nil, err
	}

	c, err := s.Schedules.Check(ctx, schedule.CheckInput{
		ClientID: clientID, ProductCode: in.Body.ProductCode, Destinations: in.Body.DestinationNos, Amount: (*money.Rupiah)(in.Body.Amount), Zone: zone,
	})
	if err != nil {
		return nil, err
	}

	contacts, err := s.Contacts.Named(ctx, clientID, in.Body.DestinationNos)
	if err != nil {
		return nil, err
	}

	out := CheckedScheduledOrder{
		Lines: make([]CheckedScheduledLine, len(c.Lines)), UnitPrice: orNil(int64(c.UnitPrice)), WalletType: string(c.WalletType),
		WalletActive: c.WalletActive, Balance: int64(c.Balance), Scheduled: int64(c.Scheduled), RecentDays: c.RecentDays,
	}

	if c.UnitPrice != 0 {
		out.Total = new(int64(c.Total))
	}

	for i, l := range c.Lines {
		line := CheckedScheduledLine{
			DestinationNo: l.Sent, Normalised: orNil(l.Normalised), Name: contacts[i].Name, Verdict: string(l.Verdict), PaidAt: orNil(l.PaidAt),
		}

		if l.Verdict != schedule.Fine {
			line.Message = httpapi.Say(ctx, l.Message)
		}

		if contacts[i].ID != 0 {
			line.ContactID = number(contacts[i].ID)
		}

		out.Lines[i] = line
	}

	return answer(OneCheckedScheduledOrder{out}), nil
}

func (s Services) inquireScheduled(ctx context.Context, in *inquireScheduled) (*body[InquiredBills], error) {
	list, err := s.Schedules.Inquire(ctx, caller(ctx).ClientID, in.Body.ProductCode, in.Body.DestinationNos)
	if err != nil {
		return nil, err
	}

	out := InquiredBills{Data: make([]InquiredBill, len(list))}

	for i, b := range list {
		out.Data[i] = InquiredBill{DestinationNo: b.DestinationNo, Found: b.Found, Name: b.Name, Amount: orNil(int64(b.Total))}
		if !b.Found {
			out.Data[i].Reason = new(httpapi.Say(ctx, b.Reason))
		}
	}

	return answer(out), nil
}
