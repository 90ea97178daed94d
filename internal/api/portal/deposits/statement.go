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
	"loket/internal/platform/fault"
	"loket/internal/platform/sheet"
)

// DepositStatement is what happened in a wallet in one month.
type DepositStatement struct {
	Number      string           `json:"number" doc:"Names the statement: client, wallet and month" example:"1001-L2-2026-10"`
	DepositType string           `json:"depositType" enum:"level_1,level_2,marketplace,multibiller"`
	Month       string           `json:"month" doc:"In the client's zone" example:"2026-10"`
	MadeAt      time.Time        `json:"madeAt"`
	LegalName   string           `json:"legalName" doc:"Of the client"`
	TaxNumber   string           `json:"taxNumber" doc:"NPWP of the client; empty without one"`
	Opening     int64            `json:"opening" doc:"Balance before the month, whole rupiah"`
	Closing     int64            `json:"closing" doc:"Balance at the end of the month, or now"`
	Rows        int64            `json:"rows" doc:"Of the history"`
	Totals      []StatementTotal `json:"totals" doc:"Operations with rows; opening plus all amounts is closing"`
	Days        []StatementDay   `json:"days" doc:"Of the month, until today"`
	Tax         WithheldTax      `json:"tax" doc:"WHT 22 of the month; zero where the wallet is not of level 2"`
	Taxed       []TaxedDeposit   `json:"taxed" doc:"Deposits that tax was withheld from, the oldest first, at most 500; tax is of all"`
}

// StatementDay sums up one day.
type StatementDay struct {
	Day     string           `json:"day" format:"date" doc:"In the client's zone"`
	Totals  []StatementTotal `json:"totals" doc:"Operations with rows on this day"`
	Balance int64            `json:"balance" doc:"At the end of the day"`
}

// TaxedDeposit is a deposit and the tax that was withheld from it.
type TaxedDeposit struct {
	WithheldTax

	ReceivedAt time.Time `json:"receivedAt"`
	Action     string    `json:"action" enum:"topup,topup_va"`
	Bank       string    `json:"bank" doc:"Name of the bank that received it; empty for a top-up by staff"`
	AccountNo  string    `json:"accountNo" doc:"Virtual account or account that received it; empty for a top-up by staff"`
	Reference  string    `json:"reference"`
	Points     int64     `json:"points" doc:"Rate in hundredths of a per cent; 0 if unknown" example:"50"`
}

// StatementRows are rows of a statement.
type StatementRows struct {
	Data []DepositEvent `json:"data" doc:"The oldest first, at most 1000; a shorter answer is the last"`
}

// StatementTotal sums up one operation.
type StatementTotal struct {
	Action string `json:"action" enum:"payment,refund,topup,topup_va,topup_fee,deduct,topup_penalty,tax_22"`
	Rows   int64  `json:"rows"`
	Amount int64  `json:"amount" doc:"Whole rupiah, with the sign of the operation"`
}

// WithheldTax is tax and what it was withheld from.
type WithheldTax struct {
	Base int64 `json:"base" doc:"Deposits that tax was withheld from, whole rupiah"`
	Tax  int64 `json:"tax" doc:"Whole rupiah, positive"`
}

// TaxRecap is the withheld tax of a year by months.
type TaxRecap struct {
	Year      int        `json:"year"`
	LegalName string     `json:"legalName" doc:"Of the client"`
	TaxNumber string     `json:"taxNumber" doc:"NPWP of the client; empty without one"`
	Months    []TaxMonth `json:"months" doc:"Until now; empty without a level 2 wallet"`
}

// TaxMonth is the withheld tax of one month.
type TaxMonth struct {
	WithheldTax

	Month string `json:"month" example:"2026-10"`
}

// StatementMonth are the parameters of a statement.
type StatementMonth struct {
	DepositType string `query:"depositType" required:"true" enum:"level_1,level_2,marketplace,multibiller"`
	Month       string `query:"month" required:"true" maxLength:"7" doc:"In the client's zone, not in the future" example:"2026-10"`
}

type depositStatement struct {
	StatementMonth
}

type statementRows struct {
	StatementMonth

	After string `query:"after" maxLength:"40" doc:"Id of a row: the rows newer than it" example:"1-420"`
}

type exportTaxRecap struct {
	TaxYear

	Format string `query:"format" enum:"csv,xlsx" doc:"csv without it"`
}

type taxRecap struct {
	TaxYear
}

// TaxYear is the parameter of a recap.
type TaxYear struct {
	Year int `query:"year" required:"true" minimum:"2000" maximum:"2200" example:"2026"`
}

func registerStatements(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "get-deposit-statement", Method: http.MethodGet, Path: "/v1/depositevents/statement", Summary: "Monthly statement of a wallet", Tag: tagDeposits,
		Description: "Computed from the history. Its rows come from the export of the same period.",
		Cost:        api.Sums, Access: api.Needs(identity.BalanceView), Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.depositStatement)

	api.Register(a, api.Operation{
		ID: "list-statement-rows", Method: http.MethodGet, Path: "/v1/depositevents/statement/rows", Summary: "Rows of a monthly statement", Tag: tagDeposits,
		Cost: api.Sums, Access: api.Needs(identity.BalanceView), Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.statementRows)

	api.Register(a, api.Operation{
		ID: "list-withheld-tax", Method: http.MethodGet, Path: "/v1/depositevents/tax", Summary: "Withheld tax (WHT 22) by month", Tag: tagDeposits,
		Cost: api.Sums, Access: api.Session(), Client: api.CallersClient,
	}, s.taxRecap)

	api.Register(a, api.Operation{
		ID: "export-withheld-tax", Method: http.MethodGet, Path: "/v1/depositevents/tax/export", Summary: "Withheld tax (WHT 22) as a file", Tag: tagDeposits,
		Description: "The months of the year until now, each row with the client's legal name and tax number.",
		Cost:        api.Download, Access: api.Session(), Client: api.CallersClient,
	}, s.exportTaxRecap)
}

func (s Services) depositStatement(ctx context.Context, in *depositStatement) (*portal.Body[DepositStatement], error) {
	zone, err := api.ClientZone(ctx)
	if err != nil {
		return nil, err
	}

	month, err := wallet.ParseMonth(in.Month)
	if err != nil {
		return nil, err
	}

	clientID := portal.Caller(ctx).ClientID

	st, err := s.Wallets.Statement(ctx, clientID, wallet.Type(in.DepositType), month, zone)
	if err != nil {
		return nil, fmt.Errorf("statement: %w", err)
	}

	client, err := s.Identity.Client(ctx, clientID)
	if err != nil {
		return nil, fmt.Errorf("client of a statement: %w", err)
	}

	out := DepositStatement{
		Number:      fmt.Sprintf("%d-%s-%s", clientID, walletMark(st.Wallet.Type), st.Month),
		DepositType: string(st.Wallet.Type), Month: st.Month.String(), MadeAt: st.MadeAt, LegalName: client.LegalName, TaxNumber: client.TaxNumber,
		Opening: int64(st.Opening), Closing: int64(st.Closing), Rows: st.Rows,
		Totals: showTotals(st.Totals), Days: make([]StatementDay, len(st.Days)), Tax: showTax(st.Tax),
	}

	for i, day := range st.Days {
		out.Days[i] = StatementDay{day.Day.String(), showTotals(day.Totals), int64(day.Balance)}
	}

	if out.Taxed, err = s.taxedDeposits(ctx, clientID, st.Taxed); err != nil {
		return nil, err
	}

	return portal.Answer(out), nil
}

// taxedDeposits adds to the deposits where they arrived.
func (s Services) taxedDeposits(ctx context.Context, clientID int64, list []wallet.TaxedDeposit) ([]TaxedDeposit, error) {
	keys := make([]string, len(list))
	for i, d := range list {
		keys[i] = d.Key
	}

	received, err := s.Topups.CreditSources(ctx, clientID, keys)
	if err != nil {
		return nil, fmt.Errorf("taxed deposits: %w", err)
	}

	out := make([]TaxedDeposit, len(list))
	for i, d := range list {
		by := received[d.Key]
		out[i] = TaxedDeposit{showTax(d.TaxTotal), d.At, string(d.Action), by.Bank, by.AccountNo, d.SourceRef, d.Points}
	}

	return out, nil
}

func (s Services) statementRows(ctx context.Context, in *statementRows) (*portal.Body[StatementRows], error) {
	zone, err := api.ClientZone(ctx)
	if err != nil {
		return nil, err
	}

	month, err := wallet.ParseMonth(in.Month)
	if err != nil {
		return nil, err
	}

	after, err := wallet.ParseRowID("after", in.After)
	if err != nil {
		return nil, err
	}

	list, err := s.Wallets.StatementRows(ctx, portal.Caller(ctx).ClientID, wallet.Type(in.DepositType), month, zone, after.Seq)
	if err != nil {
		return nil, fmt.Errorf("rows of a statement: %w", err)
	}

	shown, err := s.showDepositEvents(ctx, list)
	if err != nil {
		return nil, err
	}

	return portal.Answer(StatementRows{Data: shown}), nil
}

// walletMark is a short name of a wallet type.
func walletMark(t wallet.Type) string {
	switch t {
	case wallet.Level1:
		return "L1"
	case wallet.Level2:
		return "L2"
	case wallet.Marketplace:
		return "MP"
	case wallet.Multibiller:
		return "MB"
	}

	return string(t)
}

func showTotals(list []wallet.OperationTotal) []StatementTotal {
	out := make([]StatementTotal, len(list))
	for i, o := range list {
		out[i] = StatementTotal{string(o.Action), o.Rows, int64(o.Amount)}
	}

	return out
}

func (s Services) exportTaxRecap(ctx context.Context, in *exportTaxRecap) (*portal.StreamedFile, error) {
	recap, err := s.recapOf(ctx, in.Year)
	if err != nil {
		return nil, err
	}

	format, lang := sheet.Format(cmp.Or(in.Format, string(sheet.FormatCSV))), api.LanguageOf(ctx)

	return &portal.StreamedFile{
		ContentType: format.MediaType(), Rows: strconv.Itoa(len(recap.months)), CacheControl: "no-store",
		Body: func(hc huma.Context) {
			if err := sheets.ExportRecap(hc.BodyWriter(), recap.taxpayer, recap.months, format, lang); err != nil {
				panic(http.ErrAbortHandler) // the reader must see that the file is not whole
			}
		},
	}, nil
}

// yearOfTax is the withheld tax of a year, and whose it is.
type yearOfTax struct {
	taxpayer sheets.Taxpayer
	months   []wallet.TaxMonth
}

func (s Services) recapOf(ctx context.Context, year int) (yearOfTax, error) {
	zone, err := api.ClientZone(ctx)
	if err != nil {
		return yearOfTax{}, err
	}

	clientID := portal.Caller(ctx).ClientID

	months, err := s.Wallets.TaxRecap(ctx, clientID, year, zone)
	if err != nil {
		return yearOfTax{}, fmt.Errorf("withheld tax of %d: %w", year, err)
	}

	client, err := s.Identity.Client(ctx, clientID)
	if err != nil {
		return yearOfTax{}, fmt.Errorf("client of a recap: %w", err)
	}

	return yearOfTax{sheets.Taxpayer{Name: client.LegalName, TaxNumber: client.TaxNumber}, months}, nil
}

func (s Services) taxRecap(ctx context.Context, in *taxRecap) (*portal.Body[TaxRecap], error) {
	recap, err := s.recapOf(ctx, in.Year)
	if err != nil {
		return nil, err
	}

	out := TaxRecap{Year: in.Year, LegalName: recap.taxpayer.Name, TaxNumber: recap.taxpayer.TaxNumber, Months: make([]TaxMonth, len(recap.months))}
	for i, m := range recap.months {
		out.Months[i] = TaxMonth{showTax(m.TaxTotal), m.Month.String()}
	}

	return portal.Answer(out), nil
}

func showTax(t wallet.TaxTotal) WithheldTax { return WithheldTax{int64(t.Base), int64(t.Tax)} }
