package portal

import (
	"context"
	"fmt"
	"net/http"

	"loket/internal/httpapi"
	"loket/internal/platform/fault"
	"loket/internal/wallet"
)

// DepositStatement is what happened in a wallet in one month.
type DepositStatement struct {
	DepositType string           `json:"depositType" enum:"level_1,level_2,marketplace,multibiller"`
	Month       string           `json:"month" doc:"In the client's zone" example:"2026-10"`
	Opening     int64            `json:"opening" doc:"Balance before the month, whole rupiah"`
	Closing     int64            `json:"closing" doc:"Balance at the end of the month, or now"`
	Rows        int64            `json:"rows" doc:"Of the history"`
	Totals      []StatementTotal `json:"totals" doc:"Operations with rows; opening plus all amounts is closing"`
	Days        []DepositDay     `json:"days" doc:"Of the month, until today"`
	Tax         WithheldTax      `json:"tax" doc:"WHT 22 of the month; zero where the wallet is not of level 2"`
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
	Year   int        `json:"year"`
	Months []TaxMonth `json:"months" doc:"Until now; empty without a level 2 wallet"`
}

// TaxMonth is the withheld tax of one month.
type TaxMonth struct {
	WithheldTax

	Month string `json:"month" example:"2026-10"`
}

type depositStatement struct {
	DepositType string `query:"depositType" required:"true" enum:"level_1,level_2,marketplace,multibiller"`
	Month       string `query:"month" required:"true" maxLength:"7" doc:"In the client's zone, not in the future" example:"2026-10"`
}

type taxRecap struct {
	Year int `query:"year" required:"true" minimum:"2000" maximum:"2200" example:"2026"`
}

func registerDepositStatements(a *httpapi.API, s Services) {
	httpapi.Register(a, httpapi.Operation{
		ID: "get-deposit-statement", Method: http.MethodGet, Path: "/v1/depositevents/statement", Summary: "Monthly statement of a wallet", Tag: tagDeposits,
		Description: "Computed from the history. Its rows come from the export of the same period.",
		Access:      httpapi.Session(), Tenant: httpapi.TenantCaller, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.depositStatement)

	httpapi.Register(a, httpapi.Operation{
		ID: "list-withheld-tax", Method: http.MethodGet, Path: "/v1/depositevents/tax", Summary: "Withheld tax (WHT 22) by month", Tag: tagDeposits,
		Access: httpapi.Session(), Tenant: httpapi.TenantCaller,
	}, s.taxRecap)
}

func (s Services) depositStatement(ctx context.Context, in *depositStatement) (*body[DepositStatement], error) {
	zone, err := clientZone(ctx)
	if err != nil {
		return nil, err
	}

	month, err := wallet.ParseMonth(in.Month)
	if err != nil {
		return nil, err
	}

	st, err := s.Wallets.Statement(ctx, caller(ctx).ClientID, wallet.Type(in.DepositType), month, zone)
	if err != nil {
		return nil, fmt.Errorf("statement: %w", err)
	}

	out := DepositStatement{
		DepositType: string(st.Wallet.Type), Month: st.Month.String(), Opening: int64(st.Opening), Closing: int64(st.Closing), Rows: st.Rows,
		Totals: make([]StatementTotal, len(st.Totals)), Days: make([]DepositDay, len(st.Days)), Tax: showTax(st.Tax),
	}

	for i, o := range st.Totals {
		out.Totals[i] = StatementTotal{string(o.Action), o.Rows, int64(o.Amount)}
	}

	for i, day := range st.Days {
		out.Days[i] = showDay(day)
	}

	return answer(out), nil
}

func (s Services) taxRecap(ctx context.Context, in *taxRecap) (*body[TaxRecap], error) {
	zone, err := clientZone(ctx)
	if err != nil {
		return nil, err
	}

	months, err := s.Wallets.TaxRecap(ctx, caller(ctx).ClientID, in.Year, zone)
	if err != nil {
		return nil, fmt.Errorf("withheld tax of %d: %w", in.Year, err)
	}

	out := TaxRecap{Year: in.Year, Months: make([]TaxMonth, len(months))}
	for i, m := range months {
		out.Months[i] = TaxMonth{showTax(m.TaxTotal), m.Month.String()}
	}

	return answer(out), nil
}

func showTax(t wallet.TaxTotal) WithheldTax { return WithheldTax{int64(t.Base), int64(t.Tax)} }
