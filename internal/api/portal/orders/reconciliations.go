package orders

import (
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/reconciliations"
)

func registerReconciliations(a *api.API, s Services) {
	a.Raw(reconciliations.Route(api.RawRoute{
		ID: "reconcile-own-orders", Path: "/v1/reconciliations", Tag: tagOrders, Access: api.Session(), Result: reconciliations.Reconciliation{},
	}, reconciliations.Form()), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out, err := reconciliations.Compare(s.Reconciliations, r, portal.Caller(r.Context()).ClientID)
		if err != nil {
			a.WriteError(w, r, err)

			return
		}

		api.WriteJSON(w, http.StatusOK, out)
	}))
}
