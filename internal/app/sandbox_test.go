package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/platform/clientid"
)

// testKey makes a key of the sandbox of a client.
func (p *program) testKey(t *testing.T, client int64) string {
	t.Helper()

	var made struct{ APIKey string }
	p.get(t, http.StatusCreated, http.MethodPost, "/v1/user/key", p.signIn(t, client, "root"), `{"mode":"test"}`, &made)

	return made.APIKey
}

// askInSandbox is ask of a session that acts in the sandbox. It returns the header of the answer, too.
func (p *program) askInSandbox(t *testing.T, method, path, token, body string) (int, string, http.Header) {
	t.Helper()

	r, err := http.NewRequestWithContext(t.Context(), method, p.base+path, strings.NewReader(body))
	testkit.Must(t, err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Loket-Mode", "test")

	answer, text := exchange(t, r)

	return answer.StatusCode, text, answer.Header
}

// sandboxOrder is what the client API says of an order.
type sandboxOrder struct {
	Status, Reason, SerialNumber string
	Refunded, Test               bool
}

func (p *program) sandboxOrder(t *testing.T, key, ref string) sandboxOrder {
	t.Helper()

	var out struct{ Data sandboxOrder }
	p.get(t, http.StatusOK, http.MethodGet, "/h2h/v1/orders/"+ref, key, "", &out)

	return out.Data
}

func orderFor(number, ref string) string {
	return fmt.Sprintf(`{"productCode":"TSEL10","destinationNo":%q,"clientRef":%q}`, number, ref)
}

// The numbers of the sandbox decide what becomes of its orders, and nothing of them reaches a supplier.
func TestNumbersOfTheSandbox(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		key := p.testKey(t, 1001)
		if !strings.HasPrefix(key, "lk_test_") || len(key) != 46 {
			t.Fatalf("the key is %s", key)
		}

		p.expect(t, http.StatusUnauthorized, "", http.MethodGet, "/h2h/v1/balance", key[:45]+"!", "")

		ends := map[string]sandboxOrder{
			"081234560000": {Status: "success", Test: true},
			"081234560002": {Status: "failed", Reason: "The destination number is wrong", Refunded: true, Test: true},
			"081234561012": {Status: "failed", Reason: "The product is not available at present", Refunded: true, Test: true},
			"081234562001": {Status: "success", Test: true},
			"081234564000": {Status: "failed", Reason: "The operator reversed the transaction", Refunded: true, Test: true},
		}

		for number := range ends {
			p.get(t, http.StatusCreated, http.MethodPost, "/h2h/v1/orders", key, orderFor(number, number), nil)
		}

		for number, want := range ends {
			testkit.Eventually(t, 2*testkit.Patience, "the end of "+number, func() bool {
				got := p.sandboxOrder(t, key, number)
				want.SerialNumber = got.SerialNumber

				return got == want && (want.Reason == "The operator reversed the transaction" || (got.SerialNumber != "") == (got.Status == "success"))
			})
		}

		// The order was accepted although the answer is an error, and the repeat finds it.
		p.expect(t, http.StatusInternalServerError, "InternalError", http.MethodPost, "/h2h/v1/orders", key, orderFor("081234569000", "S-9000"))
		p.get(t, http.StatusOK, http.MethodPost, "/h2h/v1/orders", key, orderFor("081234569000", "S-9000"), nil)

		// An order that never ends, until its client ends it.
		for as, want := range map[string]sandboxOrder{
			"success":  {Status: "success", Test: true},
			"failed":   {Status: "failed", Reason: "The transaction failed", Refunded: true, Test: true},
			"reversed": {Status: "failed", Reason: "The operator reversed the transaction", Refunded: true, Test: true},
		} {
			ref := "S-" + as
			p.get(t, http.StatusCreated, http.MethodPost, "/h2h/v1/orders", key, orderFor("081234563000", ref), nil)

			testkit.Eventually(t, testkit.Patience, "an order that can be ended", func() bool {
				status, _ := p.ask(t, http.MethodPost, "/h2h/v1/sandbox/orders/end", key, fmt.Sprintf(`{"clientRef":%q,"as":%q}`, ref, as))

				return status == http.StatusOK
			})

			if got := p.sandboxOrder(t, key, ref); got != want {
				t.Errorf("ended as %s: %+v", as, got)
			}

			p.expect(t, http.StatusConflict, "OrderStateError", http.MethodPost, "/h2h/v1/sandbox/orders/end", key, fmt.Sprintf(`{"clientRef":%q,"as":"success"}`, ref))
		}

		// Bills are found and paid, and a number without one is refused.
		p.expect(t, http.StatusOK, "SANDBOX CUSTOMER", http.MethodPost, "/h2h/v1/inquiries", key, `{"productCode":"PLNPOST","destinationNo":"530000000123"}`)
		p.expect(t, http.StatusConflict, "BillError", http.MethodPost, "/h2h/v1/inquiries", key, `{"productCode":"PLNPOST","destinationNo":"530000000009"}`)
		p.get(t, http.StatusCreated, http.MethodPost, "/h2h/v1/orders", key, `{"productCode":"PLNPOST","destinationNo":"530000000123","clientRef":"S-bill"}`, nil)
		testkit.Eventually(t, testkit.Patience, "a paid bill", func() bool { return p.sandboxOrder(t, key, "S-bill").Status == "success" })

		for _, path := range []string{"money", "orders/end", "reset"} { // a key of the real account
			body := map[string]string{"money": `{"walletType":"level_1","amount":1}`, "orders/end": `{"clientRef":"S-failed","as":"failed"}`}[path]
			p.expect(t, http.StatusConflict, "NotSandboxError", http.MethodPost, "/h2h/v1/sandbox/"+path, demo.MainKey, body)
		}
	})
}

// The endpoints of a sandbox get its events, marked, twice or before the answer where the number asks for it.
func TestEventsOfTheSandbox(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		root := p.signIn(t, 1001, "root")
		key := p.testKey(t, 1001)
		receiver, other := newReceiver(t, func(int) int { return http.StatusOK }), newReceiver(t, func(int) int { return http.StatusOK })

		p.makeWebhook(t, root, other.URL)

		status, text, header := p.askInSandbox(t, http.MethodPost, "/v1/webhooks", root, fmt.Sprintf(`{"url":%q}`, receiver.URL))
		if status != http.StatusCreated || header.Get("Loket-Mode") != "test" {
			t.Fatalf("an endpoint of the sandbox: %d %s", status, text)
		}

		p.get(t, http.StatusCreated, http.MethodPost, "/h2h/v1/orders", key, orderFor("081234566000", "S-first"), nil)

		if list := receiver.got("S-first"); len(list) != 1 || !verifies(t, field(t, text, "secret"), list[0]) || !strings.Contains(list[0].body, `"test":true`) {
			t.Errorf("before the answer: %+v", list)
		}

		p.get(t, http.StatusCreated, http.MethodPost, "/h2h/v1/orders", key, orderFor("081234565000", "S-twice"), nil)
		testkit.Eventually(t, testkit.Patience, "the event twice", func() bool { return len(receiver.got("S-twice")) == 2 })

		if list := receiver.got("S-twice"); list[0].id() != list[1].id() || list[0].body != list[1].body {
			t.Errorf("twice: %+v", list)
		}

		if len(other.got("S-first"))+len(other.got("S-twice")) > 0 {
			t.Error("an endpoint of the real account got an event of the sandbox")
		}

		for _, e := range p.pullAll(t, key, "").Data {
			if !e.Test {
				t.Errorf("not marked: %+v", e)
			}
		}

		// A reset: the key stays, and all else is new.
		p.get(t, http.StatusOK, http.MethodPost, "/h2h/v1/sandbox/money", key, `{"walletType":"level_1","amount":5000}`, nil)
		p.get(t, http.StatusOK, http.MethodPost, "/h2h/v1/sandbox/reset", key, "", nil)
		p.expect(t, http.StatusNotFound, "", http.MethodGet, "/h2h/v1/orders/S-first", key, "")
		p.expect(t, http.StatusOK, `"balance":10000000,`, http.MethodGet, "/h2h/v1/balance", key, "")

		if again := p.pullAll(t, key, ""); len(again.Data) != 0 {
			t.Errorf("events after a reset: %+v", again.Data)
		}

		if _, text, _ := p.askInSandbox(t, http.MethodGet, "/v1/webhooks", root, ""); strings.TrimSpace(text) != "[]" {
			t.Errorf("endpoints after a reset: %s", text)
		}

		p.get(t, http.StatusCreated, http.MethodPost, "/h2h/v1/orders", key, orderFor("081234567890", "S-first"), nil)

		if id, found, err := p.Identity.Sandbox(t.Context(), 1001); err != nil || !found || clientid.Number(id) != 2 {
			t.Errorf("the sandbox is %d: %v", id, err)
		}
	})
}
