package app_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"loket/internal/api"
	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/orders/order"
)

// realMark is in what the client of the test really has.
const realMark = "REALMARK"

// What a session does with the header of the sandbox shows nothing real and changes nothing real, and a call that has no sandbox refuses it.
func TestSessionsInTheSandbox(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		root := p.signIn(t, 1001, "root")
		receiver := newReceiver(t, func(int) int { return http.StatusOK })
		endpoint := p.makeWebhook(t, root, receiver.URL+"/"+realMark).ID
		p.get(t, http.StatusCreated, http.MethodPost, "/h2h/v1/orders", demo.MainKey, orderFor("081234567890", realMark), nil)

		o, err := p.Orders.ByRef(t.Context(), 1001, realMark)
		testkit.Must(t, err)

		status, text := p.create(t, "/v1/scheduled-orders", root, realMark, plannedOrder(realMark, "081234567890"))
		if status != http.StatusOK {
			t.Fatalf("a scheduled order: %d %s", status, text)
		}

		own := []string{scheduledID(t, text)}
		for _, one := range []string{"id", "settlement_id", "period_id"} { // of the demo
			own = append(own, strconv.FormatInt(testkit.Value[int64](t, p.DB, "SELECT MIN("+one+") FROM invoices WHERE client_id = $1", 1001), 10))
		}

		s := p.fillSandbox(t, 1001)
		before := p.realRows(t)

		var refused, acted int

		for path, methods := range document(t) {
			for method, op := range methods {
				// A stream doesn't end; what is the same in both modes has nothing of the sandbox to mix up.
				if op.ID == "stream-events" || op.Sandbox == string(api.SameInSandbox) || slices.Contains([]string{"public", "signed", "apikey", "second-factor"}, fmt.Sprint(op.Permission)) {
					continue
				}

				asked := p.variants(path, filledSandbox{orders: []order.Order{o}, endpoint: endpoint, ids: own})
				if method != "get" {
					asked = asked[:1]
				}

				for _, one := range asked {
					status, text, header := p.askInSandbox(t, strings.ToUpper(method), one, root, "{}")

					switch {
					case op.Sandbox == "" && (status != http.StatusBadRequest || !strings.Contains(text, `"Loket-Mode"`)):
						t.Errorf("%s %s has no sandbox, and answers %d %s", method, one, status, text)
					case op.Sandbox == string(api.InSandbox) && (header.Get("Loket-Mode") != "test" || strings.Contains(text, realMark) || status == http.StatusInternalServerError):
						t.Errorf("%s %s shows what is real: %d %s", method, one, status, text)
					case op.Sandbox == string(api.InSandbox) && strings.Contains(path, "{") && status < http.StatusBadRequest && !strings.Contains(path, "deliveries"):
						t.Errorf("%s %s finds what is real: %d %s", method, one, status, text)
					}
				}

				if op.Sandbox == "" {
					refused++
				} else {
					acted++
				}
			}
		}

		if refused < 60 || acted < 40 {
			t.Errorf("%d calls refused and %d acted: the test doesn't see them any more", refused, acted)
		}

		p.expect(t, http.StatusOK, realMark, http.MethodGet, "/v1/webhooks", root, "")

		if after := p.realRows(t); !slices.Equal(before, after) {
			t.Errorf("of the client there was %v and is %v", before, after)
		}

		// Its own are there.
		if _, text, _ := p.askInSandbox(t, http.MethodGet, "/v1/orders/external?query=!"+mark+"0", root, ""); !strings.Contains(text, mark) {
			t.Errorf("the sandbox has %s", text)
		}

		// A user without the permission for webhooks has no sandbox to act in.
		if status, text, _ := p.askInSandbox(t, http.MethodGet, "/v1/orders/external?query=!"+mark+"0", p.signIn(t, 1001, "viewer"), ""); status != http.StatusForbidden {
			t.Errorf("a viewer in the sandbox: %d %s", status, text)
		}

		if s.id == 0 {
			t.Error("no sandbox")
		}
	})
}

// realRows counts what a client really has, of what no order of the demo changes by itself.
func (p *program) realRows(t *testing.T) []string {
	t.Helper()

	var out []string

	for _, table := range []string{"orders", "webhook_endpoints", "api_keys", "wallets", "invoices", "scheduled_orders", "topup_orders", "contacts"} {
		var n int
		testkit.Must(t, p.DB.Reader().QueryRow(t.Context(), "SELECT COUNT(*) FROM "+table+" WHERE client_id = $1", 1001).Scan(&n))
		out = append(out, fmt.Sprint(table, " ", n))
	}

	return out
}

// The page of the sandbox: its first key opens it, and money, ends of orders and a reset are for it alone, in both modes.
func TestSandboxOfThePortal(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		root := p.signIn(t, 1001, "root")

		var box struct {
			Open bool
			Keys []struct{ ID, APIKey string }

			Wallets []struct {
				Type    string
				Balance int64
			}
			Waiting []struct{ ClientRef, DestinationNo string }
			Numbers []struct{ First, Last, Kind, Reason string }
		}

		read := func() {
			box.Keys, box.Wallets, box.Waiting, box.Numbers = nil, nil, nil, nil
			p.get(t, http.StatusOK, http.MethodGet, "/v1/sandbox", root, "", &box)
		}

		if read(); box.Open || len(box.Keys)+len(box.Wallets)+len(box.Waiting) > 0 || len(box.Numbers) < 30 {
			t.Errorf("before the first key: %+v", box)
		}

		p.expect(t, http.StatusNotFound, "sandbox", http.MethodPost, "/v1/sandbox/money", root, `{"walletType":"level_1","amount":1}`)

		var made struct{ APIKey string }

		p.get(t, http.StatusCreated, http.MethodPost, "/v1/sandbox/keys", root, "", &made)

		if read(); !box.Open || len(box.Keys) != 1 || !strings.HasSuffix(box.Keys[0].APIKey, made.APIKey[len(made.APIKey)-4:]) || len(box.Wallets) != 4 {
			t.Errorf("after the first key: %+v", box)
		}

		if _, text := p.askIn(t, "id", http.MethodGet, "/v1/sandbox", root, ""); !strings.Contains(text, "Nomor tujuan") {
			t.Errorf("in Indonesian: %s", text)
		}

		p.get(t, http.StatusCreated, http.MethodPost, "/h2h/v1/orders", made.APIKey, orderFor("081234563000", "P-1"), nil)

		if read(); len(box.Waiting) != 1 || box.Waiting[0].ClientRef != "P-1" {
			t.Errorf("waiting: %+v", box.Waiting)
		}

		testkit.Eventually(t, testkit.Patience, "an order that can be ended", func() bool {
			status, _, _ := p.askInSandbox(t, http.MethodPost, "/v1/sandbox/orders/end", root, `{"clientRef":"P-1","as":"reversed"}`)

			return status == http.StatusOK
		})

		if got := p.sandboxOrder(t, made.APIKey, "P-1"); got.Status != "failed" || !got.Refunded {
			t.Errorf("ended: %+v", got)
		}

		p.expect(t, http.StatusOK, `"balance":10005000`, http.MethodPost, "/v1/sandbox/money", root, `{"walletType":"level_1","amount":5000}`)
		p.expect(t, http.StatusOK, "", http.MethodPost, "/v1/sandbox/reset", root, "")

		if read(); len(box.Waiting) > 0 || box.Wallets[0].Balance != 10_000_000 || len(box.Keys) != 1 {
			t.Errorf("after a reset: %+v", box)
		}

		// A real key, or a user, is none of the sandbox.
		var keys []struct{ ID, Mode string }

		p.get(t, http.StatusOK, http.MethodGet, "/v1/user/list?filter=api", root, "", &keys)

		for _, k := range keys {
			if k.Mode == "live" {
				p.expect(t, http.StatusNotFound, "", http.MethodDelete, "/v1/sandbox/keys/"+k.ID, root, "")
			}
		}

		p.expect(t, http.StatusOK, "", http.MethodGet, "/h2h/v1/balance", demo.MainKey, "")
		p.expect(t, http.StatusOK, "", http.MethodDelete, "/v1/sandbox/keys/"+box.Keys[0].ID, root, "")
		p.expect(t, http.StatusUnauthorized, "", http.MethodGet, "/h2h/v1/balance", made.APIKey, "")

		p.expect(t, http.StatusForbidden, identity.ErrForbidden.Code, http.MethodGet, "/v1/sandbox", p.signIn(t, 1001, "viewer"), "")
		testkit.ProveBooks(t, p.DB)
	})
}
