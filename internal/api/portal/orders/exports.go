package orders

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/money/wallet"
	"loket/internal/orders/export"
	"loket/internal/orders/order"
	"loket/internal/platform/fault"
	"loket/internal/platform/limiter"
)

// Requests for daily reports that wait at a time, on this node and of one client. Each reads the database ten times a
// second until the reports are made.
const (
	maxReportRequests    = 64
	clientReportRequests = 4
	// reportRetry is the Retry-After of a client with too many.
	reportRetry = 5 * time.Second
)

// ExportOrdersInput is the body of an export of orders.
type ExportOrdersInput struct {
	DateStart   string  `json:"dateStart,omitempty" maxLength:"10" doc:"First day, in the client's zone; both days are required unless there is a query or a scheduled order" example:"2026-11-01"`
	DateEnd     string  `json:"dateEnd,omitempty" maxLength:"10" doc:"Last day, at most 31 days after the first, not in the future" example:"2026-11-21"`
	DepositType *string `json:"depositType,omitempty" nullable:"true" maxLength:"20" doc:"Wallet type; all without it" example:"level_1"`
	FilterType  int64   `json:"filterType,omitempty" enum:"3,4,5" doc:"Status, as in the list; all without it" example:"4"`
	PaymentType string  `json:"paymentType,omitempty" enum:"deposit,settlement" doc:"All without it"`
	Query       string  `json:"query,omitempty" maxLength:"100" doc:"As in the list" example:"$081290447120"`
	Hour        string  `json:"hour,omitempty" maxLength:"40" doc:"As in the list" example:"2026-11-21T14:00:00+07:00"`

	ScheduledOrderID string `json:"scheduledOrderId,omitempty" maxLength:"19" doc:"The orders of one scheduled order alone; the days may then be left out" example:"12"`
}

// OrderExport is one file of orders in its two forms.
type OrderExport struct {
	ID          string     `json:"id"`
	DateStart   string     `json:"dateStart" doc:"Empty for all dates"`
	DateEnd     string     `json:"dateEnd"`
	DepositType string     `json:"depositType" doc:"Wallet type; empty is all"`
	FilterType  int64      `json:"filterType" doc:"Status: 5 pending, 4 success, 3 failed; 0 is all"`
	PaymentType string     `json:"paymentType" doc:"Empty is all"`
	Query       string     `json:"query" doc:"Empty is no search"`
	Hour        *time.Time `json:"hour" doc:"Start of the only hour; null is all"`

	ScheduledOrderID string `json:"scheduledOrderId" doc:"Empty: not limited to one"`

	Status     string          `json:"status" enum:"running,done,failed,expired"`
	RowsTotal  int64           `json:"rowsTotal" doc:"Orders to write, 0 until they are counted"`
	RowsDone   int64           `json:"rowsDone" doc:"Orders written so far"`
	CSV        *OrderExportURL `json:"csv" doc:"null unless done"`
	XLSX       *OrderExportURL `json:"xlsx" doc:"null unless done"`
	CreatedAt  time.Time       `json:"createdAt"`
	FinishedAt *time.Time      `json:"finishedAt"`
	ExpiresAt  *time.Time      `json:"expiresAt" doc:"When the files are deleted"`
}

// OrderExportURL is one form of an export.
type OrderExportURL struct {
	_ struct{} `nullable:"true"`

	URL    string `json:"url" doc:"Signed, serves without a token, for an hour; a path on this origin unless files have their own"`
	Size   int64  `json:"size" doc:"Bytes"`
	SHA256 string `json:"sha256" doc:"Checksum, hexadecimal"`
}

// OrderReportsInput is the body of a request for daily reports.
type OrderReportsInput struct {
	StartDate string `json:"startDate,omitempty" maxLength:"10" doc:"First day, in the client's zone" example:"2026-11-12"`
	EndDate   string `json:"endDate,omitempty" maxLength:"10" doc:"Last day, at most 7 days after the first, two days ago at the latest" example:"2026-11-19"`
}

// OrderReport is the file of one day's orders, as CSV and as a workbook.
type OrderReport struct {
	Date      string         `json:"date" example:"2026-11-19"`
	URLReport string         `json:"urlReport" doc:"CSV. Signed, serves without a token, for an hour"`
	Rows      int64          `json:"rows" doc:"Orders in it"`
	Size      int64          `json:"size" doc:"Bytes of the CSV file"`
	SHA256    string         `json:"sha256" doc:"Checksum of the CSV file, hexadecimal"`
	XLSX      OrderReportURL `json:"xlsx" doc:"The same as a workbook, which keeps long numbers whole"`
}

// OrderReportURL is the workbook of a report.
type OrderReportURL struct {
	URL    string `json:"url" doc:"Signed, serves without a token, for an hour"`
	Size   int64  `json:"size" doc:"Bytes"`
	SHA256 string `json:"sha256" doc:"Checksum, hexadecimal"`
}

type exportOrders struct {
	Body ExportOrdersInput
}

type orderReports struct {
	Body OrderReportsInput
}

func registerExports(a *api.API, s Services) {
	places := limiter.NewShares[int64](limiter.SharesOptions{Places: maxReportRequests, Share: clientReportRequests})

	api.Register(a, api.Operation{
		ID: "export-orders", Sandbox: api.InSandbox, Secret: true, Method: http.MethodPost, Path: "/v1/orders/export", Summary: "Write orders to files", Tag: tagOrders,
		Description: "A job writes the orders that the list shows for the same filter, as CSV and XLSX. The finance e-mail gets links " +
			"that expire after 7 days. One export of a client runs at a time. " +
			"Times in the files are in the client's zone, which the heads of their columns name, such as Created (WIB UTC+07:00).",
		Access: api.Session(), Client: api.CallersClient, Status: http.StatusAccepted,
		Faults:  []fault.Definition{export.ErrExportRunning, fault.ErrThrottled, fault.ErrNotFound},
		Example: ExportOrdersInput{DateStart: "2026-11-01", DateEnd: "2026-11-21"},
	}, s.exportOrders)

	api.Register(a, api.Operation{
		ID: "list-order-exports", Sandbox: api.InSandbox, Secret: true, Method: http.MethodGet, Path: "/v1/orders/exports", Summary: "The newest 20 exports", Tag: tagOrders,
		Access: api.Session(), Client: api.CallersClient, Look: api.NotForLooks,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[[]OrderExport], error) {
		list, err := s.Exports.List(ctx, portal.Caller(ctx).ClientID)
		if err != nil {
			return nil, fmt.Errorf("exports: %w", err)
		}

		out := make([]OrderExport, len(list))
		for i, x := range list {
			out[i] = showExport(x)
		}

		return portal.Answer(out), nil
	})

	api.Register(a, api.Operation{
		ID: "list-order-reports", Secret: true, Method: http.MethodPost, Path: "/v1/depositevents/orders/reports/export", Summary: "Daily files of orders", Tag: tagOrders,
		Description: "Only for users with the option depositEventNewReport. A file that is missing is made anew, which may take its time: after a 503 ask again.",
		Cost:        api.Own, Access: api.Session(), Client: api.CallersClient, Option: identity.NewReport,
		Example: OrderReportsInput{StartDate: "2026-11-12", EndDate: "2026-11-19"},
	}, func(ctx context.Context, in *orderReports) (*portal.Body[[]OrderReport], error) {
		return s.orderReports(ctx, in, places)
	})
}

func (s Services) exportOrders(ctx context.Context, in *exportOrders) (*portal.Body[OrderExport], error) {
	p := portal.Caller(ctx)

	zone, err := api.ClientZone(ctx)
	if err != nil {
		return nil, err
	}

	r := export.Request{
		ClientID: p.ClientID, UserID: p.UserID, Zone: zone,
		Actor: api.Actor(p), Address: api.Address(ctx),
		Filter: order.Filter{
			Search: in.Body.Query, Status: order.Status(in.Body.FilterType), PaymentType: order.PaymentType(in.Body.PaymentType),
		},
	}

	if in.Body.DepositType != nil && *in.Body.DepositType != "" {
		r.Filter.WalletType = wallet.Type(*in.Body.DepositType)
		if !r.Filter.WalletType.Valid() {
			return nil, wallet.InvalidType("depositType")
		}
	}

	if in.Body.ScheduledOrderID != "" {
		if r.Filter.Scheduled = portal.ParseID(in.Body.ScheduledOrderID); r.Filter.Scheduled == 0 {
			return nil, fault.ErrNotFound.New()
		}
	}

	if r.From, err = portal.ParseDay("dateStart", in.Body.DateStart); err != nil {
		return nil, err
	}

	if r.To, err = portal.ParseDay("dateEnd", in.Body.DateEnd); err != nil {
		return nil, err
	}

	if r.Hour, err = hour(in.Body.Hour); err != nil {
		return nil, err
	}

	x, err := s.Exports.Request(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("export orders: %w", err)
	}

	return portal.Answer(showExport(x)), nil
}

func showExport(x export.Export) OrderExport {
	out := OrderExport{
		ID: x.ID, DateStart: x.From, DateEnd: x.To, DepositType: string(x.Filter.WalletType),
		FilterType: int64(x.Filter.Status), PaymentType: string(x.Filter.PaymentType), Query: x.Filter.Search, Status: string(x.Status),
		RowsTotal: x.RowsTotal, RowsDone: x.RowsDone, CSV: showFile(x.CSV), XLSX: showFile(x.XLSX), CreatedAt: x.CreatedAt,
	}

	if x.Filter.Scheduled != 0 {
		out.ScheduledOrderID = portal.FormatID(x.Filter.Scheduled)
	}

	if !x.Hour.IsZero() {
		out.Hour = &x.Hour
	}

	if !x.FinishedAt.IsZero() {
		out.FinishedAt = &x.FinishedAt
	}

	if !x.ExpiresAt.IsZero() {
		out.ExpiresAt = &x.ExpiresAt
	}

	return out
}

func showFile(f export.File) *OrderExportURL {
	if f.URL == "" {
		return nil
	}

	return &OrderExportURL{URL: f.URL, Size: f.Size, SHA256: f.SHA256}
}

func (s Services) orderReports(ctx context.Context, in *orderReports, places *limiter.Shares[int64]) (*portal.Body[[]OrderReport], error) {
	var err error

	r := export.ReportRequest{ClientID: portal.Caller(ctx).ClientID}
	if r.From, err = portal.ParseDay("startDate", in.Body.StartDate); err != nil {
		return nil, err
	}

	if r.To, err = portal.ParseDay("endDate", in.Body.EndDate); err != nil {
		return nil, err
	}

	if !places.Take(r.ClientID) {
		return nil, fault.Busy(reportRetry)
	}
	defer places.Release(r.ClientID)

	list, err := s.Exports.Reports(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("reports: %w", err)
	}

	out := make([]OrderReport, len(list))
	for i, report := range list {
		out[i] = OrderReport{
			Date: report.Day.String(), URLReport: report.CSV.URL, Rows: report.Rows, Size: report.CSV.Size, SHA256: report.CSV.SHA256,
			XLSX: OrderReportURL{report.XLSX.URL, report.XLSX.Size, report.XLSX.SHA256},
		}
	}

	return portal.Answer(out), nil
}
