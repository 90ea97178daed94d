package app_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"loket/internal/dev/simulate/bankside"
	"loket/internal/dev/testkit"
)

// atBank makes a request to the demo's bank.
func (p *program) atBank(t *testing.T, path, body string) (int, string) {
	t.Helper()

	return (&program{base: p.simulators.URL()}).ask(t, http.MethodPost, path, "", body)
}

func (p *program) balance(t *testing.T) int64 {
	t.Helper()

	return testkit.Value[int64](t, p.DB, "SELECT balance FROM wallets WHERE client_id = 1001 AND type = 'level_1'")
}

// TestMoneyFromTheDemosBank pays as people do at the demo's bank, which calls the program over HTTP: a virtual
// account, and the transfer of an open order; right, wrong, twice and with a forged signature.
func TestMoneyFromTheDemosBank(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		number := testkit.Value[string](t, p.DB, `SELECT v.account_no FROM virtual_accounts v JOIN payment_channels c ON c.id = v.channel_id
			JOIN banks b ON b.id = c.bank_id JOIN wallets w ON w.client_id = v.client_id AND w.id = v.wallet_id
			WHERE v.client_id = 1001 AND w.type = 'level_1' AND b.code = 'BBCA'`)
		before := p.balance(t)

		testkit.Must(t, p.simulators.Bank().SetFaults(bankside.Faults{Repeat: 3}))

		if status, text := p.atBank(t, "/bank/va-payments", fmt.Sprintf(`{"accountNo":%q,"amount":250000}`, number)); status != http.StatusOK ||
			!strings.Contains(text, "2002500") {
			t.Fatalf("payment: %d %s", status, text)
		}

		if got := p.balance(t) - before; got != 250_000-4_500 {
			t.Errorf("the balance grew by %d", got)
		}

		p.shownAs(t, "topup_va", 250_000, "BCA", number)

		for body, want := range map[string]int{
			`{"accountNo":"80777999999999","amount":250000}`:               http.StatusUnprocessableEntity, // refused at the inquiry
			`{"accountNo":"000","amount":250000}`:                          http.StatusNotFound,
			fmt.Sprintf(`{"accountNo":%q,"amount":0}`, number):             http.StatusBadRequest,
			fmt.Sprintf(`{"accountNo":%q,"amount":1}`, number):             http.StatusUnprocessableEntity,
			fmt.Sprintf(`{"accountNo":%q,"amount":1,"other":1}`, number):   http.StatusBadRequest,
			fmt.Sprintf(`{"accountNo":%q,"amount":"250.000"}`, number):     http.StatusBadRequest,
			fmt.Sprintf(`{"accountNo":%q,"amount":250000.5}`, number):      http.StatusBadRequest,
			fmt.Sprintf(`{"accountNo":%q,"amount":1000000000001}`, number): http.StatusUnprocessableEntity,
		} {
			if status, text := p.atBank(t, "/bank/va-payments", body); status != want {
				t.Errorf("%s: %d %s", body, status, text)
			}
		}

		p.transferForOrder(t)
		testkit.ProveBooks(t, p.DB)
	})
}

// shownAs proves that the newest top-up of an action names the bank and the number that received it.
func (p *program) shownAs(t *testing.T, action string, amount int64, bank, number string) {
	t.Helper()

	var list struct {
		Data []struct {
			Amount          int64
			Bank, AccountNo string
		}
	}

	p.get(t, http.StatusOK, http.MethodGet, "/v1/depositevents?depositType=level_1&action="+action, p.signIn(t, 1001, "root"), "", &list)

	if row := list.Data[0]; row.Amount != amount || row.Bank != bank || row.AccountNo != number {
		t.Errorf("%s of %d at %s %s: %+v", action, amount, bank, number, row)
	}
}

func (p *program) transferForOrder(t *testing.T) {
	t.Helper()

	token := p.signIn(t, 1001, "root")
	wallet := testkit.Value[int64](t, p.DB, "SELECT id FROM wallets WHERE client_id = 1001 AND type = 'level_1'")
	_, text := p.ask(t, http.MethodPost, "/v1/clients/1001/unique-amount", token, fmt.Sprintf(`{"amount":500000,"bankShortCode":"BCA","depositId":"%d"}`, wallet))

	amount := testkit.Value[int64](t, p.DB, "SELECT COALESCE(MAX(amount), 0) FROM topup_orders WHERE client_id = 1001 AND status = 'pending'")
	if amount == 0 {
		t.Fatalf("no order: %s", text)
	}

	before := p.balance(t)
	transfer := func(amount int64) (int, string) {
		return p.atBank(t, "/bank/transfers", fmt.Sprintf(`{"bankCode":"BBCA","amount":%d}`, amount))
	}

	testkit.Must(t, p.simulators.Bank().SetFaults(bankside.Faults{Repeat: 1, Forge: true}))

	if status, text := transfer(amount); status != http.StatusUnprocessableEntity || !strings.Contains(text, "401") {
		t.Errorf("forged: %d %s", status, text)
	}

	testkit.Must(t, p.simulators.Bank().SetFaults(bankside.Faults{Repeat: 3}))

	for _, sum := range []int64{amount / 1000 * 1000, amount} {
		if status, text := transfer(sum); status != http.StatusOK {
			t.Errorf("transfer of %d: %d %s", sum, status, text)
		}
	}

	testkit.Eventually(t, testkit.Patience, "the order is done", func() bool {
		return testkit.Value[string](t, p.DB, "SELECT status FROM topup_orders WHERE amount = $1", amount) == "done"
	})

	if got := p.balance(t) - before; got != amount {
		t.Errorf("the balance grew by %d, not by %d", got, amount)
	}

	p.shownAs(t, "topup", amount, "BCA", "8880010021")

	if held := testkit.Value[int64](t, p.DB, "SELECT COALESCE(SUM(amount), 0) FROM suspense_entries WHERE entry = 'held'"); held != amount/1000*1000 {
		t.Errorf("held: %d", held)
	}
}

// TestPageOfTheDemosBank uses the page's forms.
func TestPageOfTheDemosBank(t *testing.T) {
	t.Parallel()

	p := start(t, 1)

	bank := p.simulators.Bank()
	post := func(path string, form url.Values) (int, string) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.simulators.URL()+path, strings.NewReader(form.Encode()))
		testkit.Must(t, err)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")

		answer, err := http.DefaultClient.Do(r)
		testkit.Must(t, err)

		return answer.StatusCode, read(t, answer)
	}

	list, err := bank.Payable(t.Context())
	testkit.Must(t, err)

	if len(list.Numbers) < 20 {
		t.Fatalf("%d numbers", len(list.Numbers))
	}

	if status, text := post("/bank/va-payments", url.Values{"accountNo": {list.Numbers[0].AccountNo}, "amount": {"250.000"}}); status != http.StatusOK ||
		!strings.Contains(text, "payment: 200 2002500 Successful") {
		t.Errorf("payment: %d %s", status, text)
	}

	if status, text := post("/bank/again", url.Values{"id": {bank.Records()[0].ID}}); status != http.StatusOK || !strings.Contains(text, "2002500") {
		t.Errorf("again: %d %s", status, text)
	}

	if status, text := post("/bank/faults", url.Values{"repeat": {"2"}, "delay": {"1h"}, "forge": {"true"}}); status != http.StatusOK || !strings.Contains(text, `value="1h0m0s"`) {
		t.Errorf("faults: %d %s", status, text)
	}

	for path, form := range map[string]url.Values{
		"/bank/faults":      {"repeat": {"0"}, "delay": {"1h"}},
		"/bank/transfers":   {"bankCode": {"BBCA"}, "amount": {"some"}},
		"/bank/va-payments": {"accountNo": {"<b>"}, "amount": {"10000"}},
		"/bank/again":       {"id": {"none"}},
	} {
		if status, text := post(path, form); status < http.StatusBadRequest || strings.Contains(text, "<b>") || !strings.Contains(text, `role="alert"`) {
			t.Errorf("%s: %d", path, status)
		}
	}

	if status, text := post("/bank/transfers", url.Values{"bankCode": {"mandiri"}, "amount": {"10000"}}); status != http.StatusOK || !strings.Contains(text, "notice in 1h0m0s") {
		t.Errorf("late: %d %s", status, text)
	}

	if n := len(bank.Records()); n != 2 {
		t.Errorf("%d records", n)
	}
}
