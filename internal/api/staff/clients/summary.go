package clients

import (
	"context"
	"net/http"
	"slices"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/backoffice/sales"
	"loket/internal/identity"
	"loket/internal/money/invoice"
	"loket/internal/platform/fault"
)

const (
	// summaryDays is how many days the curve of a client has.
	summaryDays = 30
	// newestUsers is how many users are listed, those who used the portal last.
	newestUsers = 5
	// openInvoices is how many open invoices are listed, and newestInvoices among how many of the newest ones they are looked for: one invoice is
	// made for each period.
	openInvoices   = 5
	newestInvoices = 100
)

// ClientSummary is what a client buys, who uses the portal, and what is open.
type ClientSummary struct {
	Days      []ClientDay     `json:"days" nullable:"false" doc:"The last 30 days in Jakarta with today, the oldest first"`
	Delivered int64           `json:"delivered" doc:"Orders of these days"`
	Failed    int64           `json:"failed" doc:"Orders of these days that were charged and given back"`
	Sold      *ClientSold     `json:"sold" doc:"Of these days; null without the permission for reports"`
	Open      ClientOpen      `json:"open"`
	LastSeen  []ClientSeen    `json:"lastSeen" nullable:"false" doc:"Users who used the portal last, the last one first; at most 5"`
	Invoices  []ClientInvoice `json:"invoices" nullable:"false" doc:"Open ones, the newest first; at most 5. Empty without the permission for invoices"`
	Lasts     []ClientLasts   `json:"lasts" nullable:"false" doc:"How long balances last. Wallets that are switched off, or from which nothing was bought, are left out"`
}

// ClientLasts is how long the balance of a wallet lasts.
type ClientLasts struct {
	Wallet string `json:"wallet" enum:"level_1,level_2,marketplace,multibiller"`
	Days   int64  `json:"days" doc:"Whole days, at the pace of the 7 days before today" example:"9"`
}

// ClientOpen counts what is not finished.
type ClientOpen struct {
	Orders    int `json:"orders" doc:"Attempts that wait for a supplier; counted up to 1,000"`
	Reviews   int `json:"reviews" doc:"Orders that need a decision"`
	Invoices  int `json:"invoices" doc:"Not paid"`
	Schedules int `json:"schedules" doc:"Scheduled orders that have not ended"`
	Requests  int `json:"requests" doc:"For top-ups by hand"`
	Approvals int `json:"approvals" doc:"That wait for a second person"`
}

// ClientDay is a day of the curve.
type ClientDay struct {
	Day       string `json:"day" format:"date"`
	Delivered int64  `json:"delivered"`
	Failed    int64  `json:"failed"`
}

// ClientSold is what a client paid and what was earned with it. Amounts are whole rupiah.
type ClientSold struct {
	Amount int64 `json:"amount" doc:"What the client paid for delivered orders"`
	Margin int64 `json:"margin" doc:"As in the report of sales"`
}

// ClientSeen is a user with the last use.
type ClientSeen struct {
	ID         string    `json:"id"`
	FullName   string    `json:"fullName"`
	Username   string    `json:"username"`
	Roles      []string  `json:"roles" nullable:"false" example:"Client Root"`
	LastUsedAt time.Time `json:"lastUsedAt"`
}

// ClientInvoice is an open invoice.
type ClientInvoice struct {
	ID          string `json:"id"`
	No          string `json:"no"`
	Status      string `json:"status" enum:"unpaid,pending"`
	DueOn       string `json:"dueOn" format:"date"`
	Outstanding int64  `json:"outstanding" doc:"Whole rupiah"`
	Overdue     bool   `json:"overdue"`
}

func registerSummary(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-get-client-summary", Method: http.MethodGet, Path: "/staff/v1/clients/{id}/summary",
		Summary: "What a client buys, who uses the portal, and what is open", Tag: tag,
		Description: "The audit log keeps who read it, once in ten minutes.",
		Access:      api.Needs(identity.ClientList), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound}, Cost: api.Sums,
	}, s.summary)
}

func (s Services) summary(ctx context.Context, in *ClientPath) (*portal.Body[ClientSummary], error) {
	c, err := s.find(ctx, in.client())
	if err != nil {
		return nil, err
	}

	var out ClientSummary

	if err := s.addSales(ctx, c.ID, &out); err != nil {
		return nil, err
	}

	open, err := s.Files.Open(ctx, c.ID)
	if err != nil {
		return nil, err
	}

	out.Open = ClientOpen{open.Orders, open.Reviews, open.Invoices, open.Schedules, open.Requests, open.Approvals}

	if out.LastSeen, err = s.lastSeen(ctx, c.ID); err != nil {
		return nil, err
	}

	if out.Invoices, err = s.invoices(ctx, c.ID); err != nil {
		return nil, err
	}

	if out.Lasts, err = s.lasts(ctx, c.ID); err != nil {
		return nil, err
	}

	return portal.Answer(out), s.Reads.RecordLook(ctx, c.ID, identity.Subject("client", c.ID))
}

func (s Services) addSales(ctx context.Context, client int64, out *ClientSummary) error {
	today := s.Sales.Today()

	report, err := s.Sales.Read(ctx, sales.Query{GroupBy: sales.ByDay, From: today.AddDays(1 - summaryDays), To: today, Client: client})
	if err != nil {
		return err
	}

	out.Days = make([]ClientDay, len(report.Days))
	for i, d := range report.Days {
		out.Days[i] = ClientDay{d.Day.String(), d.Orders, d.Failed}
	}

	out.Delivered, out.Failed = report.Total.Orders, report.Total.Failed

	if portal.Caller(ctx).Permissions.Has(identity.ReportRead) {
		out.Sold = &ClientSold{int64(report.Total.Amount), int64(report.Total.Margin())}
	}

	return nil
}

// lasts says how long the balances of the active wallets last.
func (s Services) lasts(ctx context.Context, client int64) ([]ClientLasts, error) {
	spent, err := s.Sales.SpendingOf(ctx, client)
	if err != nil {
		return nil, err
	}

	wallets, err := s.Wallets.List(ctx, client)
	if err != nil {
		return nil, err
	}

	out := []ClientLasts{}

	for _, w := range wallets {
		if days, known := spent[string(w.Type)].DaysLeft(w.Balance); known && w.Active {
			out = append(out, ClientLasts{string(w.Type), days})
		}
	}

	return out, nil
}

func (s Services) lastSeen(ctx context.Context, client int64) ([]ClientSeen, error) {
	users, err := s.Identity.Users(ctx, client)
	if err != nil {
		return nil, err
	}

	roles, err := s.Identity.RolesFor(ctx, client)
	if err != nil {
		return nil, err
	}

	users = slices.DeleteFunc(users, func(u identity.User) bool { return u.LastUsedAt.IsZero() })
	slices.SortStableFunc(users, func(a, b identity.User) int { return b.LastUsedAt.Compare(a.LastUsedAt) })

	out := make([]ClientSeen, min(len(users), newestUsers))
	for i, u := range users[:len(out)] {
		out[i] = ClientSeen{portal.FormatID(u.ID), u.FullName, u.Username, roleNames(u, roles), u.LastUsedAt}
	}

	return out, nil
}

// invoices lists open invoices for callers who may see them.
func (s Services) invoices(ctx context.Context, client int64) ([]ClientInvoice, error) {
	out := []ClientInvoice{}

	if !portal.Caller(ctx).Permissions.Has(identity.InvoiceManage) {
		return out, nil
	}

	list, err := s.Invoices.OfClient(ctx, client, newestInvoices)
	if err != nil {
		return nil, err
	}

	list = slices.DeleteFunc(list, func(i invoice.Invoice) bool { return !i.Status.Open() })
	for _, i := range list[:min(len(list), openInvoices)] {
		out = append(out, ClientInvoice{portal.FormatID(i.ID), i.No, string(i.Status), i.DueOn.String(), int64(i.Outstanding()), i.Overdue(s.Clock.Now())})
	}

	return out, nil
}
