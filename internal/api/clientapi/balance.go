package clientapi

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"loket/internal/api"
	"loket/internal/identity"
)

// Balance is one wallet.
type Balance struct {
	ID      string `json:"id"`
	Type    string `json:"type" enum:"level_1,level_2,marketplace,multibiller"`
	Balance int64  `json:"balance" doc:"Whole rupiah"`
	Active  bool   `json:"active"`
}

func registerBalance(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "get-balance", Method: http.MethodGet, Path: "/h2h/v1/balance", Summary: "Your wallets", Tag: tag,
		Access: api.WithAPIKey(identity.BalanceRead), Client: api.CallersClient,
	}, func(ctx context.Context, _ *struct{}) (*body[[]Balance], error) {
		list, err := s.Wallets.List(ctx, clientID(ctx))
		if err != nil {
			return nil, fmt.Errorf("balance: %w", err)
		}

		out := make([]Balance, len(list))
		for i, w := range list {
			out[i] = Balance{strconv.FormatInt(w.ID, 10), string(w.Type), int64(w.Balance), w.Active}
		}

		return answer(out), nil
	})
}
