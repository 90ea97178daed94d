package clientapi

import (
	"net/http"

	"loket/internal/api"
	"loket/internal/api/reconciliations"
	"loket/internal/identity"
)

func registerReconciliations(a *api.API, s Services) {
	a.Raw(reconciliations.Route(api.RawRoute{
		ID: "reconcile-orders", Path: "/h2h/v1/reconciliations", Tag: tag, Access: api.WithAPIKey(identity.OrdersRead), Result: Data[reconciliations.Reconciliation]{},
	}, reconciliations.CSV()), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out, err := reconciliations.Compare(s.Reconciliations, r, clientID(r.Context()))
		if err != nil {
			a.WriteError(w, r, err)

			return
		}

		api.WriteJSON(w, http.StatusOK, Data[reconciliations.Reconciliation]{out})
	}))
}
