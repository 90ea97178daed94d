package app_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"loket/internal/api/portal/deposits"
	"loket/internal/banking"
	"loket/internal/dev/demo/launch"
	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// create asks for a top-up with an idempotency key.
func (p *program) create(t *testing.T, path, token, key, body string) (int, string) {
	t.Helper()

	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.base+path, strings.NewReader(body))
	testkit.Must(t, err)

	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Idempotency-Key", key)

	answer, text := exchange(t, r)

	return answer.StatusCode, text
}

func walletOf(t *testing.T, d *db.DB, client int64, typ string) string {
	t.Helper()

	return strconv.FormatInt(testkit.Value[int64](t, d, "SELECT id FROM wallets WHERE client_id = $1 AND type = $2", client, typ), 10)
}

// TestTopupsByBankTransfer makes the calls of a client from the form to the cancelled top-up.
func TestTopupsByBankTransfer(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const path = "/v1/clients/1001/unique-amount"

		root, other := p.signIn(t, 1001, "root"), p.signIn(t, 1002, "root")
		body := fmt.Sprintf(`{"amount":1000000,"bankShortCode":"BCA","depositId":"%s"}`, walletOf(t, p.DB, 1001, "level_1"))

		var set deposits.UniqueAmountSettings

		p.get(t, http.StatusOK, http.MethodGet, "/v1/unique-amount/whitelist", root, "", &set)

		if set != (deposits.UniqueAmountSettings{Active: true, Banks: "BCA;MANDIRI", ClientEnabled: true, Maximum: 500_000_000}) {
			t.Errorf("settings %+v", set)
		}

		p.expect(t, http.StatusOK, `"unique_amount_for_client_enabled":false`, http.MethodGet, "/v1/unique-amount/whitelist", other, "")
		p.expect(t, http.StatusOK, `{"isPending":false,"id":""}`, http.MethodGet, "/v1/is-pending", root, "")

		status, first := p.create(t, path, root, "k1", body)
		if status != http.StatusCreated {
			t.Fatalf("create: %d %s", status, first)
		}

		if status, again := p.create(t, path, root, "k1", body); status != http.StatusCreated || again != first {
			t.Errorf("repeated: %d %s", status, again)
		}

		if status, again := p.create(t, path, root, "k2", body); status != http.StatusOK || again != first {
			t.Errorf("the second tab: %d %s", status, again)
		}

		if status, text := p.create(t, path, root, "k1", strings.Replace(body, "1000000", "2000000", 1)); status != http.StatusUnprocessableEntity ||
			!strings.Contains(text, "IdempotencyConflictError") {
			t.Errorf("the key with another input: %d %s", status, text)
		}

		if status, text := p.create(t, path, root, strings.Repeat("k", 65), body); status != http.StatusBadRequest || !strings.Contains(text, "Idempotency-Key") {
			t.Errorf("a long key: %d %s", status, text)
		}

		var list deposits.UniqueAmounts

		p.get(t, http.StatusOK, http.MethodGet, "/v1/unique-amount?clientId=1001", root, "", &list)

		if len(list.Data) != 1 || list.Data[0].Amount != 1_000_000+list.Data[0].UniqueAmount || list.Data[0].Bank.BankSecondCode != "bca" {
			t.Fatalf("list %+v", list)
		}

		for _, other := range []string{strings.Replace(body, "1000000", "2000000", 1), strings.Replace(body, "BCA", "MANDIRI", 1)} {
			if status, text := p.create(t, path, root, "k3", other); status != http.StatusConflict ||
				!strings.Contains(text, `"code":"TopupOngoingError"`) || !strings.Contains(text, `"id":"`+list.Data[0].ID+`"`) {
				t.Errorf("other input while one is open: %d %s", status, text)
			}
		}

		one := "/v1/unique-amount/" + list.Data[0].ID
		p.expect(t, http.StatusOK, list.Data[0].ID, http.MethodGet, "/v1/is-pending", root, "")
		p.expect(t, http.StatusOK, `"status":"pending"`, http.MethodGet, one, root, "")

		for _, method := range []string{http.MethodGet, http.MethodPatch} {
			for _, path := range []string{one, "/v1/unique-amount/1", "/v1/unique-amount/x"} {
				p.expect(t, http.StatusNotFound, "Transaction not found", method, path, other, "")
			}
		}

		for _, path := range []string{
			"/v1/unique-amount?clientId=1001", "/v1/clients/1001/client-bank-payment-channels", "/v1/clients/1001/bank-payment-channels", "/v1/clients/1001/banks",
		} {
			p.expect(t, http.StatusNotFound, "NotFoundError", http.MethodGet, path, other, "")
		}

		for _, id := range []string{"+1001", "01001"} { // no ids, though numbers
			p.expect(t, http.StatusNotFound, "NotFoundError", http.MethodGet, "/v1/clients/"+id+"/banks", root, "")
		}

		p.expect(t, http.StatusForbidden, "", http.MethodPost, "/v1/clients/1002/unique-amount", other, body)
		p.expect(t, http.StatusNotFound, "", http.MethodPost, "/v1/clients/1002/unique-amount", root, body)
		p.expect(t, http.StatusOK, `"cancellable":false`, http.MethodGet, one, p.signIn(t, 1001, "viewer"), "")
		p.expect(t, http.StatusForbidden, "TopupNotYoursError", http.MethodPatch, one, p.signIn(t, 1001, "viewer"), "")
		p.expect(t, http.StatusOK, `"status":"cancelled"`, http.MethodPatch, one, root, "")
		p.lateTransfer(t, one, list.Data[0], root, other)
		p.expect(t, http.StatusConflict, "TopupEndedError", http.MethodPatch, one, root, "")
		p.refuseTopups(t, path, root)
		testkit.ProveBooks(t, p.DB)
	})
}

// lateTransfer pays a cancelled top-up. Its client sees the money at the top-up and among its transfers.
func (p *program) lateTransfer(t *testing.T, one string, o deposits.UniqueAmount, root, other string) {
	t.Helper()

	_, err := p.Topups.ReceiveMutation(t.Context(), banking.Mutation{
		Bank: o.Bank.Code, AccountNo: o.AccNo, ID: "late", Amount: money.Rupiah(o.Amount), Credit: true,
	})
	testkit.Must(t, err)

	for _, path := range []string{one, "/v1/unique-amount/transfers"} {
		p.expect(t, http.StatusOK, fmt.Sprintf(`"amount":%d,"why":"late","status":"held"`, o.Amount), http.MethodGet, path, root, "")
	}

	p.expect(t, http.StatusOK, `{"data":[]}`, http.MethodGet, "/v1/unique-amount/transfers", other, "")
}

// refuseTopups sends faulty input, which must create nothing.
func (p *program) refuseTopups(t *testing.T, path, token string) {
	t.Helper()

	own, inactive, foreign := walletOf(t, p.DB, 1001, "level_1"), walletOf(t, p.DB, 1001, "marketplace"), walletOf(t, p.DB, 1002, "level_1")

	for _, c := range []struct {
		amount, bank, wallet string
		status               int
		want                 string
	}{
		{"9999", "BCA", own, 400, "Nominal must be greater than Rp 10.000"},
		{"500001000", "BCA", own, 400, "Maximum nominal is Rp 500.000.000"},
		{"0", "BCA", own, 400, "Nominal must be a positive number"},
		{"-20000", "BCA", own, 400, "Nominal must be a positive number"},
		{"20000.5", "BCA", own, 400, "amount"},
		{"1e400", "BCA", own, 400, ""},
		{`"20000"`, "BCA", own, 400, "amount"},
		{"20001", "BCA", own, 400, "multiple"},
		{"20000", "", own, 400, "Bank must be selected"},
		{"20000", "BNI", own, 400, "bankShortCode"},
		{"20000", "BCA", "", 400, "Deposit type must be selected"},
		{"20000", "BCA", foreign, 404, "NotFoundError"},
		{"20000", "BCA", "99999", 404, "NotFoundError"},
		{"20000", "BCA", "x", 404, "NotFoundError"},
		{"20000", "BCA", inactive, 409, "WalletInactiveError"},
	} {
		p.expect(t, c.status, c.want, http.MethodPost, path, token, fmt.Sprintf(`{"amount":%s,"bankShortCode":"%s","depositId":"%s"}`, c.amount, c.bank, c.wallet))
	}

	p.expect(t, http.StatusBadRequest, "Bank must be selected", http.MethodPost, path, token, `{"amount":20000,"depositId":"1"}`)
	p.expect(t, http.StatusOK, `{"isPending":false,"id":""}`, http.MethodGet, "/v1/is-pending", token, "")
}

// TestBanksAndTutorials reads what the page of virtual accounts shows.
func TestBanksAndTutorials(t *testing.T) {
	t.Parallel()

	p := start(t, 1)
	root := p.signIn(t, 1001, "root")

	var accounts []deposits.VirtualAccount

	p.get(t, http.StatusOK, http.MethodGet, "/v1/clients/1001/client-bank-payment-channels", root, "", &accounts)

	problems, numbers := 0, map[string]bool{}

	for i, a := range accounts {
		numbers[a.AccNo] = true

		if a.BankPaymentChannel.Status == "problem" {
			problems++
		}

		if i > 0 && strings.ToLower(a.BankPaymentChannel.Bank.Name) < strings.ToLower(accounts[i-1].BankPaymentChannel.Bank.Name) {
			t.Errorf("%s is not in order", a.BankPaymentChannel.Bank.Name)
		}
	}

	if len(accounts) != 4*7 || len(numbers) != len(accounts) || problems != 4 {
		t.Errorf("%d accounts, %d numbers, %d with a problem", len(accounts), len(numbers), problems)
	}

	for language, want := range map[string][]string{"en": {"Insert your card", `"label":"Cash deposit"`}, "id": {"Masukkan kartu", `"label":"Setor tunai"`}} {
		for _, part := range want {
			if status, text := p.askIn(t, language, http.MethodGet, "/v1/banks/tutorials", root, ""); status != http.StatusOK || !strings.Contains(text, part) {
				t.Errorf("%s: %d without %s: %.200s", language, status, part, text)
			}
		}
	}

	var tutorials []deposits.BankTutorials

	p.get(t, http.StatusOK, http.MethodGet, "/v1/banks/tutorials", root, "", &tutorials)

	for _, b := range tutorials {
		if (len(b.Tutorials) == 0) != (b.Code == "OTHER") {
			t.Errorf("%s has %d tutorials", b.Name, len(b.Tutorials))
		}
	}

	if len(tutorials) != 12 {
		t.Errorf("%d banks", len(tutorials))
	}

	p.askForTopup(t, root)
}

// askForTopup asks staff for a top-up, which mails them once.
func (p *program) askForTopup(t *testing.T, token string) {
	t.Helper()

	const path = "/v1/clients/1001/topup-request"

	body := fmt.Sprintf(`{"depositId":"%s","amount":7500000,"note":"transferred from BRI today"}`, walletOf(t, p.DB, 1001, "level_2"))

	for range 2 {
		if status, text := p.create(t, path, token, "ask", body); status != http.StatusCreated || !strings.Contains(text, `"id":"1"`) {
			t.Errorf("request: %d %s", status, text)
		}
	}

	m := p.mailTo(t, launch.StaffEmail, "Client 1001 asks for a top-up")
	for _, part := range []string{"Level 2", "Rp 7.500.000", "transferred from BRI today"} {
		if !strings.Contains(m.Text, part) {
			t.Errorf("the mail lacks %q: %s", part, m.Text)
		}
	}

	for range 4 {
		p.expect(t, http.StatusCreated, "", http.MethodPost, path, token, body)
	}

	p.expect(t, http.StatusForbidden, "ThrottleRejectError", http.MethodPost, path, token, body)
}
