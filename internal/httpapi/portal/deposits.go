package portal

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"loket/internal/httpapi"
)

const tagDeposits = "deposits"

// WalletBalance is one wallet with its balance.
type WalletBalance struct {
	ID      string `json:"id"`
	Type    string `json:"type" enum:"level_1,level_2,marketplace,multibiller"`
	Balance int64  `json:"balance" doc:"Whole rupiah"`
	Active  bool   `json:"active"`
}

// WalletBalances are the wallets of the client.
type WalletBalances struct {
	Deposits []WalletBalance `json:"deposits"`
}

// DashboardDeposit is one wallet with its settings.
type DashboardDeposit struct {
	ID               string `json:"id"`
	Type             string `json:"type" enum:"level_1,level_2,marketplace,multibiller"`
	Active           bool   `json:"active"`
	Balance          int64  `json:"balance" doc:"Whole rupiah"`
	MinBalanceAlert  int64  `json:"minBalanceAlert" doc:"An e-mail is sent when the balance falls below; 0 is never"`
	SettlementStatus string `json:"settlementStatus" enum:"active,inactive" doc:"Whether the client can pay later from its settlement"`
}

// DashboardDeposits are the wallets of the client.
type DashboardDeposits struct {
	Deposits []DashboardDeposit `json:"deposits"`
}

func registerDeposits(a *httpapi.API, s Services) {
	httpapi.Register(a, httpapi.Operation{
		ID: "list-wallet-balances", Method: http.MethodGet, Path: "/v1/deposits/client/balance",
		Summary: "Balances of the wallets", Tag: tagDeposits, Access: httpapi.Session(), Tenant: httpapi.TenantCaller,
	}, func(ctx context.Context, _ *noInput) (*body[WalletBalances], error) {
		list, err := s.Wallets.List(ctx, caller(ctx).ClientID)
		if err != nil {
			return nil, fmt.Errorf("balances: %w", err)
		}

		out := WalletBalances{Deposits: make([]WalletBalance, len(list))}
		for i, w := range list {
			out.Deposits[i] = WalletBalance{strconv.FormatInt(w.ID, 10), string(w.Type), int64(w.Balance), w.Active}
		}

		return answer(out), nil
	})

	httpapi.Register(a, httpapi.Operation{
		ID: "list-dashboard-deposits", Method: http.MethodGet, Path: "/dashboard/v1/deposits/client",
		Summary: "Wallets with threshold and settlement", Tag: tagDeposits, Access: httpapi.Session(), Tenant: httpapi.TenantCaller,
	}, func(ctx context.Context, _ *noInput) (*body[DashboardDeposits], error) {
		list, err := s.Wallets.List(ctx, caller(ctx).ClientID)
		if err != nil {
			return nil, fmt.Errorf("deposits: %w", err)
		}

		out := DashboardDeposits{Deposits: make([]DashboardDeposit, len(list))}
		for i, w := range list {
			out.Deposits[i] = showDeposit(w)
		}

		return answer(out), nil
	})
}
