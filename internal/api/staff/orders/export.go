package orders

import (
	"context"
	"io"
	"maps"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/language"
	"loket/internal/platform/sheet"
)

const (
	// exportRows is the most rows of a file.
	exportRows = 50_000
	// exportChunk is how many orders are read at a time.
	exportChunk = 2000
	// exportTime is how long a file may take.
	exportTime = 240 * time.Second
)

type exportOrders struct {
	OrderFilters
}

// OrderFile is a file of orders that is written while its reader reads it.
type OrderFile struct {
	ContentType  string `header:"Content-Type"`
	Disposition  string `header:"Content-Disposition"`
	CacheControl string `header:"Cache-Control"`
	Body         func(huma.Context)
}

func registerExport(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-export-orders", Method: http.MethodGet, Path: "/staff/v1/orders/export", Summary: "Orders of all clients as a file", Tag: tag,
		Description: "The orders that the list shows for the same filters, newest first, as CSV, at most 50,000: narrow the days for more. Times are in WIB. " +
			"Serial numbers are masked. A connection that closes before the end means that the file is not whole. The audit log keeps who took it.",
		Access: api.Needs(identity.OrderDetail), Client: api.AnyClient, Cost: api.Download, Timeout: exportTime,
	}, s.exportOrders)
}

func (s Services) exportOrders(ctx context.Context, in *exportOrders) (*OrderFile, error) {
	names, err := s.clients(ctx)
	if err != nil {
		return nil, err
	}

	q, err := s.query(in.OrderFilters, names)
	if err != nil {
		return nil, err
	}

	asked := maps.Clone(in.asked())
	asked["file"] = true

	if err := s.Reads.Record(ctx, in.ClientID, "orders", asked); err != nil {
		return nil, err
	}

	lang := api.LanguageOf(ctx)

	return &OrderFile{
		ContentType: sheet.FormatCSV.MediaType(), Disposition: `attachment; filename="orders.csv"`, CacheControl: "no-store",
		Body: func(hc huma.Context) { //nolint:contextcheck // it runs after the handler, whose context has ended
			within, cancel := context.WithTimeout(hc.Context(), exportTime)
			defer cancel()

			if err := s.writeOrders(within, hc.BodyWriter(), q, names, lang); err != nil {
				panic(http.ErrAbortHandler) // the reader must see that the file is not whole
			}
		},
	}, nil
}

func (s Services) writeOrders(ctx context.Context, out io.Writer, q order.StaffQuery, names clientNames, lang language.Language) error {
	head := sheet.ZoneHead(clock.Jakarta())
	heads := []string{
		"orderId", "clientId", "clientName", "clientRef", "createdAt (" + head + ")", "updatedAt (" + head + ")", "productCode", "productName",
		"destinationNo", "price", "status", "refunded", "channel", "serialNumber", "reason", "reasonText",
	}
	columns := make([]sheet.Column, len(heads))

	for i, name := range heads {
		columns[i].Name = name
	}

	w, err := sheet.New(out, sheet.FormatCSV, clock.Jakarta(), "orders", columns)
	if err != nil {
		return err
	}

	q.Limit = exportChunk

	for rows := 0; rows < exportRows; rows += exportChunk {
		list, err := s.Orders.StaffList(ctx, q)
		if err != nil {
			return err
		}

		for _, o := range list {
			if err := writeOrder(w, o, names, lang); err != nil {
				return err
			}
		}

		if len(list) < exportChunk {
			break
		}

		q.Before = list[len(list)-1].ID
	}

	return w.Close()
}

func writeOrder(w sheet.Writer, o order.Order, names clientNames, lang language.Language) error {
	w.Text(order.FormatID(o.ID))
	w.Int(o.ClientID)
	w.Text(names.names[o.ClientID])
	w.Text(o.ClientRef)
	w.Time(clock.Micros(o.CreatedAt))
	w.Time(clock.Micros(o.UpdatedAt))
	w.Text(o.ProductCode)
	w.Text(o.ProductName)
	w.Text(o.DestinationNo)
	w.Int(int64(o.Price))
	w.Text(o.Status.String())

	if o.Refunded {
		w.Text("yes")
	} else {
		w.Text("no")
	}

	w.Text(string(o.Channel))
	w.Text(portal.MaskedSerial(o.SerialNumber))

	if o.Status == order.Failed {
		w.Text(string(o.Reason.Failure().Code))
		w.Text(o.Reason.Message().In(lang))
	} else {
		w.Text("")
		w.Text("")
	}

	return w.EndRow()
}
