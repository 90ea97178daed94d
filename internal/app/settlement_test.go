package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"loket/internal/api/portal/invoices"
	"loket/internal/dev/testkit"
	"loket/internal/money/settlement"
	"loket/internal/platform/money"
)

// TestSettlementCalls makes the calls of a client with a settlement and of one without.
func TestSettlementCalls(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		for _, client := range []int64{1003, 1004} {
			_, err := p.Settlements.Change(t.Context(), settlement.Change{
				ClientID: client, Create: true, Limit: new(money.Rupiah(2_000_000)), MaxLimit: new(money.Rupiah(5_000_000)),
				Days: new(settlement.Days(1)), AbleTopup: new(client == 1003), Actor: "staff:budi", Reason: "contract 7",
			})
			testkit.Must(t, err)
		}

		root, other, none := p.signIn(t, 1003, "root"), p.signIn(t, 1004, "root"), p.signIn(t, 1002, "root")

		p.expect(t, http.StatusOK, `{"data":[]}`, http.MethodGet, "/v1/settlements", none, "")
		p.expect(t, http.StatusOK, `"hasSettlement":false,"settlementActive":false`, http.MethodGet, "/v1/user", none, "")
		p.expect(t, http.StatusOK, `"hasSettlement":true,"settlementActive":true`, http.MethodGet, "/v1/user", root, "")

		if _, text := p.askIn(t, "id", http.MethodGet, "/v1/settlements/days", root, ""); !strings.Contains(text, `{"value":64,"name":"Minggu"}]`) {
			t.Errorf("days: %s", text)
		}

		var have invoices.Settlements

		p.get(t, http.StatusOK, http.MethodGet, "/v1/settlements", root, "", &have)

		st := have.Data[0]
		if !st.IsActive || !st.AbleTopup || st.Balance != 2_000_000 || st.Limit != 2_000_000 || st.MaxLimit != 5_000_000 || st.ClientID != 1003 {
			t.Errorf("%+v", st)
		}

		var periods invoices.SettlementPeriods

		path := "/v1/settlements/" + st.ID + "/periods"
		p.get(t, http.StatusOK, http.MethodGet, path, root, "", &periods)

		if len(periods.Data) != 1 || periods.Data[0].Closed || periods.Data[0].Limit != 2_000_000 || periods.Data[0].Days != 1 {
			t.Fatalf("%+v", periods)
		}

		events := path + "/" + periods.Data[0].ID + "/events"

		for _, foreign := range []string{path, events} {
			p.get(t, http.StatusNotFound, http.MethodGet, foreign, other, "", nil)
		}

		for query, field := range map[string]string{
			"action=steal": "action", "page=0": "page", "date_start=monday": "date_start", "date_start=2026-01-02T00:00:00Z&date_end=2026-01-01T00:00:00Z": "date_end",
		} {
			p.expect(t, http.StatusBadRequest, `"field":"`+field+`"`, http.MethodGet, events+"?"+query, root, "")
		}

		p.raiseLimits(t, root, other, none)

		var rows invoices.SettlementEvents

		p.get(t, http.StatusOK, http.MethodGet, events+"?action=topup", root, "", &rows)

		if len(rows.Data) != 2 || rows.HasNext || rows.Data[0].Amount != 1_000_000 || rows.Data[0].BalanceAfter != 3_000_000 {
			t.Errorf("%+v", rows)
		}

		p.expect(t, http.StatusOK, `"data":[],`, http.MethodGet, events+"?action=payment", root, "")

		_, err := p.Settlements.Change(t.Context(), settlement.Change{ClientID: 1004, Active: new(false), Actor: "staff:budi", Reason: "contract 7 ended"})
		testkit.Must(t, err)
		p.expect(t, http.StatusOK, `"hasSettlement":true,"settlementActive":false`, http.MethodGet, "/v1/user", other, "")
	})
}

// raiseLimits raises the limit of 1003 by a million, once, and nothing else.
func (p *program) raiseLimits(t *testing.T, root, other, none string) {
	t.Helper()

	const path = "/v1/settlements/topup"

	body := func(client, amount int64) string { return fmt.Sprintf(`{"client_id":%d,"amount":%d}`, client, amount) }

	for _, token := range []string{root, root} { // a repeat
		if status, text := p.create(t, path, token, "k1", body(1003, 1_000_000)); status != http.StatusOK || !strings.Contains(text, `"limit":3000000`) {
			t.Errorf("%d %s", status, text)
		}
	}

	for _, c := range []struct {
		token, key, body string
		status           int
		want             string
	}{
		{root, "k1", body(1003, 2_000_000), http.StatusUnprocessableEntity, "IdempotencyConflictError"},
		{root, "k2", body(1003, 2_000_001), http.StatusBadRequest, "at most Rp 2.000.000 can be added"},
		{root, "k10", `{"client_id":1003,"amount":1,"expected_limit":2000000}`, http.StatusConflict, "The limit has changed: it is now Rp 3.000.000"},
		{root, "k1", `{"client_id":1003,"amount":1000000,"expected_limit":3000000}`, http.StatusOK, `"limit":3000000`},
		{root, "k3", body(1003, 0), http.StatusBadRequest, "Limit cannot be zero"},
		{root, "k4", `{"client_id":1003}`, http.StatusBadRequest, "Limit must be filled"},
		{root, "k5", body(1004, 1), http.StatusNotFound, "NotFoundError"},
		{other, "k6", body(1004, 1), http.StatusConflict, "SettlementTopupOffError"},
		{none, "k7", body(1002, 1), http.StatusConflict, "SettlementMissingError"},
		{p.signIn(t, 1001, "viewer"), "k8", body(1001, 1), http.StatusForbidden, "ForbiddenError"},
		{p.signIn(t, 1001, "finance"), "k9", body(1001, 1), http.StatusForbidden, "ForbiddenError"},
	} {
		if status, text := p.create(t, path, c.token, c.key, c.body); status != c.status || !strings.Contains(text, c.want) {
			t.Errorf("%s: %d %s, want %d %s", c.body, status, text, c.status, c.want)
		}
	}
}
