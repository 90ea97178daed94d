package sheets

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"loket/internal/catalog"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// Export writes a table as the CSV that Import reads; cells that a spreadsheet
// would run as a formula are neutralised.
func (s *Service) Export(ctx context.Context, table Table, to io.Writer) error {
	rows, err := exportRows(ctx, s.db.Reader(), table)
	if err != nil {
		return fmt.Errorf("export %s: %w", table, err)
	}

	w := csv.NewWriter(to)

	for _, row := range rows {
		for i := range row {
			row[i] = escapeFormula(row[i])
		}

		if err := w.Write(row); err != nil {
			return fmt.Errorf("export %s: %w", table, err)
		}
	}

	w.Flush()

	if err := w.Error(); err != nil {
		return fmt.Errorf("export %s: %w", table, err)
	}

	return nil
}

// exportRows returns the header row and all rows.
func exportRows(ctx context.Context, q db.Querier, table Table) ([][]string, error) {
	switch table {
	case OperatorTable:
		list, err := catalog.ReadOperators(ctx, q)

		return sheetRows(operatorSheet().columns, list, func(o catalog.Operator) []string {
			return []string{o.Code, o.Name, o.Type, strconv.FormatBool(o.Active)}
		}), err
	case ProductTable:
		list, err := catalog.ReadProducts(ctx, q)

		return sheetRows(productSheet().columns, list, productCells), err
	case PriceTable:
		list, err := catalog.ReadPrices(ctx, q)

		return sheetRows(priceSheet(nil).columns, list, func(p catalog.ClientPrice) []string {
			return []string{strconv.FormatInt(p.ClientID, 10), p.ProductCode, plain(p.Price)}
		}), err
	case SKUTable:
		list, err := catalog.ReadSKUs(ctx, q)

		return sheetRows(skuSheet().columns, list, func(k catalog.SKU) []string {
			return []string{
				k.ProductCode, k.Supplier, k.Code, strconv.FormatInt(k.Preference, 10), plain(k.Cost), strconv.FormatBool(k.Active),
			}
		}), err
	case PartTable:
		list, err := catalog.ReadOperators(ctx, q)

		return sheetRows(partsSheet().columns, partsOf(list), func(r partsRow) []string { return []string{r.Operator, r.Parts} }), err
	default:
		return nil, fmt.Errorf("catalog: no table %q", table)
	}
}

func sheetRows[T any](columns []string, list []T, cells func(T) []string) [][]string {
	rows := make([][]string, 0, len(list)+1)
	rows = append(rows, columns)

	for _, v := range list {
		rows = append(rows, cells(v))
	}

	return rows
}

func productCells(p catalog.Product) []string {
	return []string{
		p.Code, p.Name, p.Description, p.OperatorCode, p.WalletType, plain(p.Price), absentIfZero(p.RecommendedPrice),
		absentIfZero(p.MinAmount), absentIfZero(p.MaxAmount), strconv.FormatBool(p.Active), strconv.FormatBool(p.Problem),
	}
}

func plain(r money.Rupiah) string { return strconv.FormatInt(int64(r), 10) }

func absentIfZero(r money.Rupiah) string {
	if r == 0 {
		return ""
	}

	return plain(r)
}
