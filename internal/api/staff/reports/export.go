package reports

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strconv"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/backoffice/sales"
	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/sheet"
)

type exportSales struct {
	SalesFilters

	Format string `query:"format" enum:"csv,xlsx" default:"csv"`
}

func registerExport(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-export-sales", Method: http.MethodGet, Path: "/staff/v1/reports/sales/export", Summary: "What was sold, as a file", Tag: tag,
		Description: "The rows that the report has for the same filters, and their total, as CSV or XLSX. The audit log keeps who took it.",
		Access:      api.Needs(identity.ReportRead), Client: api.AnyClient, Cost: api.Download,
	}, s.export)
}

func (s Services) export(ctx context.Context, in *exportSales) (*portal.File, error) {
	q, err := s.query(in.SalesFilters)
	if err != nil {
		return nil, err
	}

	report, err := s.Sales.Read(ctx, q)
	if err != nil {
		return nil, err
	}

	format := sheet.Format(in.Format)

	file, err := asFile(report, q, format)
	if err != nil {
		return nil, fmt.Errorf("export sales: %w", err)
	}

	err = s.Reads.Record(ctx, q.Client, "sales", map[string]any{
		"groupBy": in.GroupBy, "dateStart": q.From.String(), "dateEnd": q.To.String(), "supplier": q.Supplier, "productGroup": q.Type,
		"file": in.Format, "rows": len(report.Rows),
	})
	if err != nil {
		return nil, err
	}

	return &portal.File{
		ContentType: format.MediaType(), Rows: strconv.Itoa(len(report.Rows)), CacheControl: "no-store", Body: file,
		Disposition: fmt.Sprintf(`attachment; filename="sales-%s-%s-%s.%s"`, q.GroupBy, q.From, q.To, in.Format),
	}, nil
}

func asFile(report sales.Report, q sales.Query, format sheet.Format) ([]byte, error) {
	var out bytes.Buffer

	heads := []string{
		string(q.GroupBy), "name", "group", "orders", "amount", "cost", "margin", "failed", "refunds", "refunded", "refundedCost", "belowCost", "loss", "uncosted",
	}
	columns := make([]sheet.Column, len(heads))

	for i, name := range heads {
		columns[i].Name = name
	}

	w, err := sheet.New(&out, format, clock.Jakarta(), "sales", columns)
	if err != nil {
		return nil, err
	}

	for _, r := range append(report.Rows, sales.Row{Sums: report.Total, Key: "total"}) {
		w.Text(r.Key)
		w.Text(r.Name)
		w.Text(r.Group)

		shown := show(r.Sums)
		for _, n := range []int64{
			shown.Orders, shown.Amount, shown.Cost, shown.Margin, shown.Failed, shown.Refunds, shown.Refunded, shown.RefundedCost, shown.BelowCost,
			shown.Loss, shown.Uncosted,
		} {
			w.Int(n)
		}

		if err := w.EndRow(); err != nil {
			return nil, err
		}
	}

	if err := w.Close(); err != nil {
		return nil, err
	}

	return out.Bytes(), nil
}
