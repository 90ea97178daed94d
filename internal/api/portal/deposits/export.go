package deposits

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/money/wallet"
	"loket/internal/money/wallet/sheets"
	"loket/internal/platform/sheet"
)

// exportTime is how long an export may take (docs/product/deposits.md#exports).
const exportTime = 240 * time.Second

// DepositExportInput is the body of an export of wallet history.
type DepositExportInput struct {
	FilterType  string `json:"filterType" enum:"period" doc:"Always period"`
	Format      string `json:"format,omitempty" enum:"csv,xlsx" doc:"csv without it"`
	Query       string `json:"query,omitempty" maxLength:"100" doc:"As in the list"`
	Action      string `json:"action,omitempty" enum:"payment,refund,topup,topup_va,topup_fee,deduct,topup_penalty,tax_22" doc:"All operations without it"`
	DepositType string `json:"depositType,omitempty" enum:"level_1,level_2,marketplace,multibiller" doc:"All wallets without it"`
	DateStart   string `json:"dateStart,omitempty" maxLength:"10" doc:"Required" example:"2026-11-01"`
	TimeStart   string `json:"timeStart,omitempty" maxLength:"5" doc:"Required" example:"00:00"`
	DateEnd     string `json:"dateEnd,omitempty" maxLength:"10" doc:"Required" example:"2026-11-21"`
	TimeEnd     string `json:"timeEnd,omitempty" maxLength:"5" doc:"Required; this minute is included" example:"23:59"`
}

type exportDepositEvents struct {
	Body DepositExportInput
}

func registerExport(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "export-deposit-events", Method: http.MethodPost, Path: "/v1/depositevents/export", Summary: "Wallet history as a file", Tag: tagDeposits,
		Description: "Streams the rows that the list shows for the same filters, the oldest first, wallet by wallet, as CSV or XLSX. " +
			"All four parts of the period are required. Times are in the client's zone, which the head of their column names. " +
			"A connection that closes before the end means that the file is not whole. At most 240 seconds.",
		Cost: api.Download, Access: api.Needs(identity.BalanceView), Client: api.CallersClient, Timeout: exportTime,
		Example: DepositExportInput{
			FilterType: "period", DepositType: "level_1", DateStart: "2026-11-01", TimeStart: "00:00", DateEnd: "2026-11-21", TimeEnd: "23:59",
		},
	}, func(ctx context.Context, in *exportDepositEvents) (*portal.StreamedFile, error) {
		return s.exportDepositEvents(ctx, in.Body)
	})
}

func (s Services) exportDepositEvents(ctx context.Context, in DepositExportInput) (*portal.StreamedFile, error) {
	clientID := portal.Caller(ctx).ClientID

	zone, err := api.ClientZone(ctx)
	if err != nil {
		return nil, err
	}

	filter, err := s.historyFilter(ctx, DepositFilters{
		Query: in.Query, Action: in.Action, DepositType: in.DepositType,
		DateStart: in.DateStart, TimeStart: in.TimeStart, DateEnd: in.DateEnd, TimeEnd: in.TimeEnd,
	})
	if err != nil {
		return nil, err
	}

	choice, rows, err := s.chooseHistory(ctx, clientID, zone, filter)
	if err != nil {
		return nil, fmt.Errorf("export wallet history: %w", err)
	}

	format, lang := sheet.Format(cmp.Or(in.Format, string(sheet.FormatCSV))), api.LanguageOf(ctx)

	return &portal.StreamedFile{
		ContentType: format.MediaType(), Rows: strconv.FormatInt(rows, 10), CacheControl: "no-store",
		Body: func(hc huma.Context) { //nolint:contextcheck // it runs after the handler, whose context has ended
			within, cancel := context.WithTimeout(hc.Context(), exportTime)
			defer cancel()

			if _, err := sheets.Export(within, hc.BodyWriter(), choice, format, zone, lang); err != nil {
				panic(http.ErrAbortHandler) // the reader must see that the file is not whole
			}
		},
	}, nil
}

func (s Services) chooseHistory(
	ctx context.Context, clientID int64, zone *time.Location, filter wallet.HistoryFilter,
) (*wallet.HistoryChoice, int64, error) {
	choice, err := s.Wallets.ExportHistory(ctx, clientID, zone, filter)
	if err != nil {
		return nil, 0, err
	}

	rows, err := choice.Count(ctx)

	return choice, rows, err
}
