package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
)

// batchOf is a batch of orders by their references and numbers.
func batchOf(orders ...string) string { return `{"orders":[` + strings.Join(orders, ",") + `]}` }

// The numbers that are about calls and events act in batches, too: the whole call waits for its last event, or answers the error.
func TestNumbersInBatches(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		root, key := p.signIn(t, 1001, "root"), p.testKey(t, 1001)
		receiver := newReceiver(t, func(int) int { return http.StatusOK })

		status, text, _ := p.askInSandbox(t, http.MethodPost, "/v1/webhooks", root, fmt.Sprintf(`{"url":%q}`, receiver.URL))
		if status != http.StatusCreated {
			t.Fatalf("an endpoint of the sandbox: %d %s", status, text)
		}

		const path = "/h2h/v1/orders/batch"

		p.expect(t, http.StatusOK, `"status":201`, http.MethodPost, path, key,
			batchOf(orderFor("081234566000", "B-first"), orderFor("081234565000", "B-twice"), orderFor("081234566000", "B-second")))

		for _, ref := range []string{"B-first", "B-second"} {
			if list := receiver.got(ref); len(list) != 1 || !verifies(t, field(t, text, "secret"), list[0]) {
				t.Errorf("%s before the answer: %+v", ref, list)
			}
		}

		testkit.Eventually(t, testkit.Patience, "the event twice", func() bool { return len(receiver.got("B-twice")) == 2 })

		if list := receiver.got("B-twice"); list[0].id() != list[1].id() || list[0].body != list[1].body {
			t.Errorf("twice: %+v", list)
		}

		// The error hides what became of all of them; sent again, each is found.
		wrong := batchOf(orderFor("081234560000", "B-fine"), orderFor("081234569000", "B-9000"), orderFor("081234566000", "B-third"))

		p.expect(t, http.StatusInternalServerError, "InternalError", http.MethodPost, path, key, wrong)

		if len(receiver.got("B-third")) != 1 {
			t.Error("the answer with an error did not wait for its event")
		}

		if text := p.expect(t, http.StatusOK, "B-9000", http.MethodPost, path, key, wrong); strings.Count(text, `"status":200`) != 3 {
			t.Errorf("the same batch again: %s", text)
		}

		testkit.ProveBooks(t, p.DB)
	})
}

// A call that asks for a fresh proof asks for it in the sandbox too, by the factors of the user, who is one of the client.
func TestFreshProofInTheSandbox(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		root := p.signIn(t, 1001, "root")
		p.testKey(t, 1001)
		testkit.Exec(t, p.DB, "UPDATE sessions SET proved_at = 0 WHERE client_id = 1001")

		ask := func(method string) {
			status, text, _ := p.askInSandbox(t, http.MethodPost, "/v1/webhooks", root, `{"url":"https://example.com"}`)
			if status != http.StatusForbidden || !strings.Contains(text, identity.ErrStepUpRequired.Code) || !strings.Contains(text, `"methods":["`+method+`"]`) {
				t.Errorf("without a fresh proof: %d %s", status, text)
			}
		}

		ask("password")
		testkit.Exec(t, p.DB, `INSERT INTO authenticator_apps (id, client_id, user_id, secret, key_id, created_at, confirmed_at)
			SELECT 'app', 1001, id, 'x', 'x', 1, 1 FROM users WHERE client_id = 1001 AND username = 'root'`)
		ask("app")

		// A test key is worth no money.
		if status, text, _ := p.askInSandbox(t, http.MethodPost, "/v1/sandbox/keys", root, ""); status != http.StatusCreated {
			t.Errorf("a test key without a fresh proof: %d %s", status, text)
		}
	})
}
