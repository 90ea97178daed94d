package clients

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/money/wallet"
	"loket/internal/money/wallet/sheets"
	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
	"loket/internal/platform/sheet"
)

// exportTime is how long an export may take.
const exportTime = 240 * time.Second

// lastMinute is the last one of a day.
const lastMinute clock.TimeOfDay = 24*60 - 1

// HistoryFilters narrow the history of a wallet. The type is exported because huma only reads exported embedded structs.
type HistoryFilters struct {
	Action    string `query:"action" enum:"payment,refund,topup,topup_va,topup_fee,deduct,topup_penalty,tax_22" doc:"All without it"`
	Reference string `query:"reference" maxLength:"100" doc:"The whole reference beside a row"`
	DateStart string `query:"dateStart" format:"date" doc:"First day, in the client's zone"`
	DateEnd   string `query:"dateEnd" format:"date" doc:"Last day"`
}

// filter is what the parameters say of a wallet.
func (f HistoryFilters) filter(w wallet.Wallet) (wallet.HistoryFilter, error) {
	out := wallet.HistoryFilter{Type: w.Type, Action: wallet.Action(f.Action), Search: wallet.Search{Text: f.Reference}}

	var err error
	if out.Period.From, err = portal.ParseDay("dateStart", f.DateStart); err != nil {
		return out, err
	}

	if out.Period.To, err = portal.ParseDay("dateEnd", f.DateEnd); err != nil {
		return out, err
	}

	if out.Period.From == nil {
		if out.Period.To != nil {
			return out, fault.InvalidField("dateStart", portal.MsgDay)
		}

		return out, nil
	}

	out.Period.FromTime = new(clock.TimeOfDay)

	if out.Period.To != nil {
		out.Period.ToTime = new(lastMinute)
	}

	return out, nil
}

type exportHistory struct {
	WalletPath
	HistoryFilters

	Format string `query:"format" enum:"csv,xlsx" default:"csv"`
}

func registerExport(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-export-wallet-history", Method: http.MethodGet, Path: "/staff/v1/clients/{id}/wallets/{depositId}/history/export", Summary: "History of a wallet, as a file", Tag: tag,
		Description: "The rows that the list has for the same filters, the oldest first. Both days are required. The audit log keeps who took it. " +
			"A connection that closes before the end means that the file is not whole.",
		Access: api.Needs(identity.DepositClient), Client: api.AnyClient, Cost: api.Download, Timeout: exportTime, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.export)
}

func (s Services) export(ctx context.Context, in *exportHistory) (*portal.StreamedFile, error) {
	c, w, err := s.findWallet(ctx, in.WalletPath)
	if err != nil {
		return nil, err
	}

	zone, err := clock.Zone(c.TimeZone)
	if err != nil {
		return nil, err
	}

	filter, err := in.filter(w)
	if err != nil {
		return nil, err
	}

	choice, err := s.Wallets.ExportHistory(ctx, c.ID, zone, filter)
	if err != nil {
		return nil, err
	}

	rows, err := choice.Count(ctx)
	if err != nil {
		return nil, err
	}

	err = s.Reads.Record(ctx, c.ID, identity.Subject("wallet", w.ID), map[string]any{
		"file": in.Format, "rows": rows, "dateStart": in.DateStart, "dateEnd": in.DateEnd, "action": in.Action, "reference": in.Reference,
	})
	if err != nil {
		return nil, err
	}

	format, language := sheet.Format(in.Format), api.LanguageOf(ctx)

	return &portal.StreamedFile{
		ContentType: format.MediaType(), Rows: strconv.FormatInt(rows, 10), CacheControl: "no-store",
		Body: func(hc huma.Context) { //nolint:contextcheck // it runs after the handler, whose context has ended
			within, cancel := context.WithTimeout(hc.Context(), exportTime)
			defer cancel()

			if _, err := sheets.Export(within, hc.BodyWriter(), choice, format, zone, language); err != nil {
				panic(http.ErrAbortHandler) // the reader must see that the file is not whole
			}
		},
	}, nil
}
