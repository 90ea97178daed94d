// Package overview serves what staff look at first: the figures of today, what needs a person, and the search box.
package overview

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/backoffice/balances"
	"loket/internal/backoffice/exclusions"
	"loket/internal/backoffice/figures"
	"loket/internal/backoffice/pricelist"
	"loket/internal/backoffice/sales"
	"loket/internal/backoffice/search"
	"loket/internal/backoffice/switches"
	"loket/internal/banking/topup"
	"loket/internal/identity"
	"loket/internal/orders/order"
	"loket/internal/orders/routing"
	"loket/internal/platform/approval"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/job"
	"loket/internal/supplier"
)

const (
	tag = "overview"

	// counted is up to which number things that need a person are counted.
	counted = 500
)

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	DB        *db.DB
	Figures   *figures.Service
	Search    *search.Service
	Reads     *staff.Reads
	Orders    *order.Service
	Topups    *topup.Service
	Suppliers *supplier.Registry
	Jobs      *job.Queue
	Events    *event.Record
	Balances  *balances.Service
	Switches  *switches.Service
	Routing   *routing.Service
	Sales     *sales.Service
	Prices    *pricelist.Service

	Exclusions *exclusions.Service
}

// Overview is the state of the whole.
type Overview struct {
	Today     Today      `json:"today"`
	Minutes   []Minute   `json:"minutes" nullable:"false" doc:"Orders that ended, minute by minute, of the last hour; oldest first"`
	Needs     Needs      `json:"needs" doc:"What needs a person, as far as the caller may see it; counted up to 500"`
	Suppliers []Supplier `json:"suppliers" nullable:"false" doc:"As this node sees them"`
}

// Today counts the orders that ended since midnight in Jakarta.
type Today struct {
	Since    time.Time   `json:"since"`
	Success  int64       `json:"success"`
	Failed   int64       `json:"failed"`
	Reversed int64       `json:"reversed" doc:"Had succeeded, and staff made them fail"`
	Complete bool        `json:"complete" doc:"false: earlier orders of the day are still being counted, after a start of the program"`
	Sold     *SalesToday `json:"sold" doc:"null for who may not read reports"`
}

// SalesToday is what was sold since midnight in Jakarta, in whole rupiah.
type SalesToday struct {
	Amount int64 `json:"amount" doc:"Delivered orders, less the refunds of delivered ones"`
	Margin int64 `json:"margin" doc:"What is left of it after costs"`
}

// Minute counts the orders that ended in a minute.
type Minute struct {
	Start   time.Time `json:"start"`
	Success int64     `json:"success"`
	Failed  int64     `json:"failed"`
}

// Needs counts what needs a person.
type Needs struct {
	Reviews           int        `json:"reviews" doc:"Orders that need a decision"`
	OldestReview      *time.Time `json:"oldestReview"`
	Approvals         int        `json:"approvals" doc:"Requests that wait for a second person"`
	OldestApproval    *time.Time `json:"oldestApproval"`
	SuspenseTransfers int64      `json:"suspenseTransfers" doc:"Transfers that match nothing"`
	SuspenseAmount    int64      `json:"suspenseAmount" doc:"Their sum, whole rupiah"`
	LowBalances       int        `json:"lowBalances" doc:"Suppliers whose balance is below the alarm"`
	Exclusions        int        `json:"exclusions" doc:"Suppliers, and products at them, that the system switched off and that are not on again"`
	PriceChanges      int        `json:"priceChanges" doc:"Changes in price lists of suppliers that wait for a person"`
	OldestPriceChange *time.Time `json:"oldestPriceChange"`
	DeadJobs          int        `json:"deadJobs" doc:"Jobs that were given up"`
	EventsSetAside    int64      `json:"eventsSetAside" doc:"Events that a consumer fails at"`
}

// SearchHit is one thing that was found.
type SearchHit struct {
	Kind     string `json:"kind" enum:"order,client,user,invoice,virtual_account,transfer"`
	ID       string `json:"id"`
	ClientID int64  `json:"clientId"`
	Title    string `json:"title" doc:"Its name"`
	Text     string `json:"text" doc:"What tells it from others"`
}

type find struct {
	Text string `query:"q" maxLength:"100" doc:"An order's id, a reference of a client or ours at a supplier, a number in any writing; a client's number, code or name; a username or e-mail; an invoice; a virtual account; an amount or serial number with a day: 100450 21/11"`
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-overview", Method: http.MethodGet, Path: "/staff/v1/overview", Summary: "Figures of today, and what needs a person", Tag: tag,
		Access: api.Session(), Client: api.AnyClient,
	}, s.overview)

	api.Register(a, api.Operation{
		ID: "staff-search", Method: http.MethodGet, Path: "/staff/v1/search", Summary: "Find what a text names exactly", Tag: tag,
		Description: "Exact ids first; only what the caller may see. The audit log keeps who found what.",
		Access:      api.Session(), Client: api.AnyClient, Cost: api.Sums,
	}, func(ctx context.Context, in *find) (*portal.Body[[]SearchHit], error) {
		list, err := s.Search.Find(ctx, portal.Caller(ctx), in.Text)
		if err == nil && len(list) > 0 {
			err = s.Reads.Record(ctx, 0, "search", map[string]any{"text": in.Text, "found": len(list)})
		}

		if err != nil {
			return nil, err
		}

		out := make([]SearchHit, len(list))
		for i, h := range list {
			out[i] = SearchHit{string(h.Kind), h.ID, h.ClientID, h.Title, h.Text}
		}

		return portal.Answer(out), nil
	})
}

func (s Services) overview(ctx context.Context, _ *portal.NoInput) (*portal.Body[Overview], error) {
	today, err := s.Figures.Today(ctx)
	if err != nil {
		return nil, err
	}

	out := Overview{
		Today:   Today{Since: today.Since, Success: today.Success, Failed: today.Failed, Reversed: today.Reversed, Complete: today.Complete},
		Minutes: make([]Minute, len(today.Minutes)),
	}
	for i, m := range today.Minutes {
		out.Minutes[i] = Minute{m.Start, m.Success, m.Failed}
	}

	if out.Needs, err = s.needs(ctx); err != nil {
		return nil, err
	}

	if out.Today.Sold, err = s.sold(ctx); err != nil {
		return nil, err
	}

	if out.Suppliers, err = s.suppliers(ctx); err != nil {
		return nil, err
	}

	return portal.Answer(out), nil
}

// needs has what the caller may see; the rest stays 0.
func (s Services) needs(ctx context.Context) (Needs, error) {
	var out Needs

	may := portal.Caller(ctx).Permissions.Has

	if may(identity.OrderDetail) {
		reviews, _, err := s.Orders.Reviews(ctx, counted)
		if err != nil {
			return out, err
		}

		if out.Reviews = len(reviews); out.Reviews > 0 {
			out.OldestReview = &reviews[0].CreatedAt
		}
	}

	waiting, err := approval.List(ctx, s.DB.Reader())
	if err != nil {
		return out, err
	}

	if out.Approvals = len(waiting); out.Approvals > 0 {
		out.OldestApproval = &waiting[0].RequestedAt
	}

	if may(identity.TransferManage) {
		amount, transfers, err := s.Topups.Suspense(ctx)
		if err != nil {
			return out, err
		}

		out.SuspenseAmount, out.SuspenseTransfers = int64(amount), transfers
	}

	if may(identity.SupplierManage) {
		if out.LowBalances, err = s.Balances.Low(ctx); err != nil {
			return out, err
		}

		if _, out.Exclusions, err = s.Exclusions.Whole(ctx); err != nil {
			return out, err
		}

		count, oldest, err := s.Prices.Waiting(ctx)
		if err != nil {
			return out, err
		}

		if out.PriceChanges = count; count > 0 {
			out.OldestPriceChange = &oldest
		}
	}

	if !may(identity.JobManage) {
		return out, nil
	}

	dead, err := s.Jobs.Dead(ctx, "", 0, counted)
	if err != nil {
		return out, err
	}

	out.DeadJobs = len(dead)

	stats, err := s.Events.Stats(ctx)
	for _, stat := range stats {
		out.EventsSetAside += stat.SetAside
	}

	return out, err
}
