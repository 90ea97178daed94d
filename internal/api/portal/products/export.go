package products

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/catalog"
	"loket/internal/money/wallet"
	"loket/internal/platform/language"
	"loket/internal/platform/money"
	"loket/internal/platform/sheet"
)

type exportProducts struct {
	ProductFilters

	Format string `query:"format" enum:"csv,xlsx" doc:"csv without it"`
}

func registerExport(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "export-client-products", Method: http.MethodGet, Path: "/dashboard/v1/products/client/export", Summary: "Price list as a file",
		Tag:         tagProducts,
		Description: "All products that the list shows for the same filters, with the prices of the client, as CSV or XLSX.",
		Cost:        api.Bulk, Access: api.Session(), Client: api.CallersClient,
	}, func(ctx context.Context, in *exportProducts) (*portal.File, error) {
		prices, err := s.clientPrices(ctx)
		if err != nil {
			return nil, err
		}

		format, lang := sheet.Format(cmp.Or(in.Format, string(sheet.FormatCSV))), api.LanguageOf(ctx)
		list := prices.snap.List(in.filter())

		var file bytes.Buffer

		if err := writeProducts(&file, prices, list, format, lang); err != nil {
			return nil, fmt.Errorf("price list: %w", err)
		}

		return &portal.File{ContentType: format.MediaType(), Rows: strconv.Itoa(len(list)), CacheControl: "no-store", Body: file.Bytes()}, nil
	})
}

// productSheet are the columns of the screen. The prices are in two, as a fee on top of a bill is no price. Clients with Connect have
// what shoppers pay, too.
func productSheet(l language.Language, withCommitted bool) []sheet.Column {
	list := []sheet.Column{
		{Name: l.Pick("Product Code", "Kode Produk"), Width: 16},
		{Name: l.Pick("Product", "Produk"), Width: 32},
		{Name: l.Pick("Description", "Deskripsi"), Width: 40},
		{Name: l.Pick("Operator", "Operator"), Width: 18},
		{Name: l.Pick("Operator Type", "Jenis Operator"), Width: 22},
		{Name: l.Pick("Wallet Type", "Jenis Dompet"), Width: 14},
		{Name: l.Pick("Price", "Harga"), Width: 14},
		{Name: l.Pick("Admin Price", "Biaya Admin"), Width: 14},
		{Name: l.Pick("Status", "Status"), Width: 14},
	}

	if withCommitted {
		list = append(list, sheet.Column{Name: l.Pick("Committed Sell Price", "Harga Jual Ditetapkan"), Width: 14})
	}

	return list
}

func writeProducts(out io.Writer, prices clientPrices, list []catalog.Product, format sheet.Format, l language.Language) error {
	table, err := sheet.New(out, format, time.UTC, l.Pick("Price List", "Daftar Harga"), productSheet(l, prices.committed != nil))
	if err != nil {
		return err
	}

	for _, p := range list {
		price := int64(prices.snap.Price(prices.clientID, p))
		group, _ := catalog.TypeOf(p.OperatorType)

		table.Text(p.Code)
		table.Text(p.Name)
		table.Text(p.Describe(money.Rupiah(price), l))
		table.Text(p.OperatorName)
		table.Text(group.Label)
		table.Text(wallet.Type(p.WalletType).Label())

		if p.Kind == catalog.Prepaid {
			table.Int(price)
			table.Text("")
		} else {
			table.Text("")
			table.Int(price)
		}

		table.Text(productStatus(p, l))

		if committed := prices.committedPrice(&p); committed != nil {
			table.Int(*committed)
		} else if prices.committed != nil {
			table.Text("")
		}

		if err := table.EndRow(); err != nil {
			return err
		}
	}

	return table.Close()
}

// productStatus is the tag of the screen.
func productStatus(p catalog.Product, l language.Language) string {
	switch {
	case !p.Active:
		return l.Pick("Not active", "Tidak aktif")
	case p.ProblemReason(l) != "":
		return l.Pick("Problem", "Gangguan") + ": " + p.ProblemReason(l)
	case p.Problem:
		return l.Pick("Problem", "Gangguan")
	case !p.CutOff.None():
		return l.Pick("Active, not sold ", "Aktif, tidak dijual ") + p.CutOff.String() + " WIB"
	default:
		return l.Pick("Active", "Aktif")
	}
}
