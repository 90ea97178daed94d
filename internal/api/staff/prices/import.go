package prices

import (
	"context"
	"net/http"
	"strings"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/identity"
	"loket/internal/platform/fault"
)

const (
	// maxImportRows is the most rows of a file that a browser sends. `loket admin price import` reads larger ones.
	maxImportRows = 5_000
	// maxImportBody has room for such a file in JSON.
	maxImportBody = 2 << 20
)

// PriceImportInput is a file of changes.
type PriceImportInput struct {
	Content string `json:"content" maxLength:"1000000" doc:"CSV in UTF-8 with the columns effective_at (day and time in Jakarta), product_code, client_id (empty: the list price), supplier (set: the cost there) and amount (empty: the client's own price ends); at most 5,000 rows"`
	Apply   bool   `json:"apply,omitempty" doc:"false: only the preview; nothing changes"`
	Tag     string `json:"tag,omitempty" maxLength:"64" doc:"That of the preview which is carried out; needed with apply"`
	Reason  string `json:"reason,omitempty" maxLength:"500" doc:"Needed with apply"`
}

// PriceImport is what a file of changes does, or did.
type PriceImport struct {
	Rows       []PriceImportRow `json:"rows" nullable:"false" doc:"In the order of the file"`
	Tag        string           `json:"tag" doc:"Of this preview"`
	Applied    bool             `json:"applied" doc:"Whether the rows above cost are scheduled now"`
	ApprovalID string           `json:"approvalId" doc:"Of the request for the rows below cost, which another member of staff decides; empty without one"`
}

// PriceImportRow is what a row does.
type PriceImportRow struct {
	Line         int        `json:"line" doc:"In the file; the header is line 1"`
	Outcome      string     `json:"outcome" enum:"higher,lower,new,ended,same,unchanged,error" doc:"new: the first own price of a client; ended: it has the list price again; same: as today, after another change before; unchanged: scheduled before; error: left out"`
	Reason       string     `json:"reason" doc:"Of an error"`
	ProductCode  string     `json:"productCode" doc:"Of an error: what the row names"`
	ProductName  string     `json:"productName"`
	ClientID     *int64     `json:"clientId"`
	ClientName   string     `json:"clientName"`
	Supplier     string     `json:"supplier" doc:"Whose cost it is; empty: a price"`
	Now          *int64     `json:"now" doc:"What applies today; null for a client without an own price"`
	Amount       *int64     `json:"amount" doc:"Null: the own price ends"`
	MarginBefore int64      `json:"marginBefore" doc:"Just before it takes effect; of a cost the least one of all prices"`
	MarginAfter  int64      `json:"marginAfter"`
	Below        bool       `json:"below" doc:"A prepaid product costs more than the client pays then; the row waits for a second person"`
	EffectiveAt  *time.Time `json:"effectiveAt" doc:"Null for an error"`
}

type importPrices struct {
	Body PriceImportInput
}

func registerImport(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-import-prices", Method: http.MethodPost, Path: "/staff/v1/price-changes/import", Summary: "Schedule changes of prices from a file", Tag: tag,
		Description: "Without apply it is the preview. With apply and the preview's tag, rows above cost are scheduled, rows below cost wait for a second person, and rows with an error are " +
			"left out. If the catalogue changed since the preview, nothing is done. Own prices of clients need permission 73, too, and costs 35.",
		Cost: api.Bulk, Access: api.Needs(identity.ProductEditPrice), Client: api.AnyClient, StepUp: true, MaxBody: maxImportBody,
		Faults:  []fault.Definition{sheets.ErrFile, catalog.ErrPreview},
		Example: PriceImportInput{Content: "effective_at,product_code,client_id,supplier,amount\n2026-12-01 00:00,TSEL10,,,10300\n"},
	}, s.importPrices)
}

func (s Services) importPrices(ctx context.Context, in *importPrices) (*portal.Body[PriceImport], error) {
	author := catalog.By{}

	if in.Body.Apply {
		var err error
		if author, err = by(ctx, in.Body.Reason); err != nil {
			return nil, err
		}

		if in.Body.Tag == "" {
			return nil, fault.InvalidField("tag", msgTag)
		}
	}

	clients, err := s.Identity.Clients(ctx)
	if err != nil {
		return nil, err
	}

	ids, names := make([]int64, len(clients)), make(map[int64]string, len(clients))
	for i := range clients {
		ids[i] = clients[i].ID
		names[clients[i].ID] = clients[i].Name
	}

	caller := portal.Caller(ctx)

	report, err := s.Sheets.Schedule(ctx, sheets.PriceImport{
		File: strings.NewReader(in.Body.Content), ClientIDs: ids, Apply: in.Body.Apply, By: author, Partly: true, MaxRows: maxImportRows, Tag: in.Body.Tag,
		Refuse: func(c catalog.PriceChange) string {
			if mayChange(caller, c) != nil {
				return msgNotAllowed.In(api.LanguageOf(ctx))
			}

			return ""
		},
	})
	if err != nil {
		return nil, err
	}

	out, err := s.showReport(ctx, report, names)

	return portal.Answer(out), err
}

func (s Services) showReport(ctx context.Context, report sheets.PriceReport, names map[int64]string) (PriceImport, error) {
	snap, err := s.Catalog.Snapshot(ctx)
	if err != nil {
		return PriceImport{}, err
	}

	out := PriceImport{Rows: make([]PriceImportRow, len(report.Rows)), Tag: report.Tag, Applied: report.Applied}
	next := 0

	if report.Waiting != nil {
		out.ApprovalID = portal.FormatID(report.Waiting.ID)
	}

	for i, row := range report.Rows {
		if row.Outcome == sheets.Faulty || row.Outcome == sheets.Unchanged {
			out.Rows[i] = PriceImportRow{Line: row.Line, Outcome: string(row.Outcome), Reason: row.Reason, ProductCode: row.Code}

			continue
		}

		out.Rows[i] = showRow(snap, row.Line, report.Previews[next], names)
		next++
	}

	return out, nil
}

func showRow(snap *catalog.Snapshot, line int, p catalog.PricePreview, names map[int64]string) PriceImportRow {
	product, _ := snap.Product(p.ProductCode)

	return PriceImportRow{
		Line: line, Outcome: outcomeOf(p), ProductCode: p.ProductCode, ProductName: product.Name, ClientID: portal.OrNil(p.ClientID), ClientName: names[p.ClientID],
		Supplier: p.Supplier, Now: (*int64)(p.Now), Amount: (*int64)(p.Amount), MarginBefore: int64(p.MarginBefore), MarginAfter: int64(p.MarginAfter),
		Below: p.Below, EffectiveAt: &p.EffectiveAt,
	}
}

func outcomeOf(p catalog.PricePreview) string {
	switch {
	case p.Amount == nil:
		return "ended"
	case p.Now == nil:
		return "new"
	case *p.Amount < *p.Now:
		return "lower"
	case *p.Amount > *p.Now:
		return "higher"
	}

	return "same"
}
