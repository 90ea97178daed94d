package app_test

import (
	"fmt"
	"net/http"
	"strconv"
	"testing"

	"loket/internal/banking"
	"loket/internal/config"
	"loket/internal/dev/testkit"
	"loket/internal/platform/money"
)

// Finance credit what matches nothing: to the wallet that they name, once, and above the limit with a second person.
func TestStaffAssignTransfersInSuspense(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()
		ana, citra, dewi := p.signInStaff(t, "ana"), p.signInStaff(t, "citra"), p.signInStaff(t, "dewi")

		const bank = "BBCA"

		account := testkit.Value[string](t, p.DB, "SELECT MIN(a.account_no) FROM bank_accounts a JOIN banks b ON b.id = a.bank_id WHERE b.code = 'BBCA'")

		for id, amount := range map[string]int64{"small": 71_234, "large": 20_071_234, "back": 81_234} {
			_, err := p.Topups.ReceiveMutation(t.Context(), banking.Mutation{
				Bank: bank, AccountNo: account, ID: id, Amount: money.Rupiah(amount), Credit: true, Description: "TRSF " + id, BookedAt: p.Clock.Now(),
			})
			testkit.Must(t, err)
		}

		path := func(mutation, act string) string {
			id := testkit.Value[int64](t, p.DB, "SELECT id FROM bank_transfers WHERE mutation_id = $1", mutation)

			return "/staff/v1/suspense/" + strconv.FormatInt(id, 10) + "/" + act
		}

		const assign = `{"clientId":1001,"walletType":"level_1","reason":"Slip seen"}`

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodGet, "/staff/v1/suspense", ana, "")
		at.expect(t, http.StatusOK, `"transfers":3`, http.MethodGet, "/staff/v1/suspense", citra, "")
		at.expect(t, http.StatusOK, `"description":"TRSF large"`, http.MethodGet, "/staff/v1/suspense?search=20.071.234&bank="+bank, citra, "")
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPost, "/staff/v1/suspense/1/assign", citra, assign)
		at.expect(t, http.StatusBadRequest, "reason", http.MethodPost, path("small", "assign"), citra, `{"clientId":1001,"walletType":"level_1","reason":" "}`)
		at.expect(t, http.StatusBadRequest, "client", http.MethodPost, path("small", "assign"), citra, `{"reason":"x"}`)
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPost, path("small", "assign"), citra, `{"topupId":"x","reason":"x"}`)
		at.expect(t, http.StatusOK, "{}", http.MethodPost, path("back", "note"), citra, `{"text":"Asked the bank"}`)
		at.expect(t, http.StatusOK, `"note":"Asked the bank","notedBy":"staff:citra"`, http.MethodGet, "/staff/v1/suspense?search=back", citra, "")

		before := p.balance(t)

		at.expect(t, http.StatusOK, `"status":"credited"`, http.MethodPost, path("small", "assign"), citra, assign)
		at.expect(t, http.StatusConflict, "TransferSettledError", http.MethodPost, path("small", "assign"), citra, assign)
		at.expect(t, http.StatusOK, `"status":"returned"`, http.MethodPost, path("back", "return"), citra, `{"reason":"Sent back, FT1"}`)

		asked := at.expect(t, http.StatusAccepted, "approvalId", http.MethodPost, path("large", "assign"), citra, assign)
		approval := field(t, asked, "approvalId")

		if now := p.balance(t); now != before+71_234 {
			t.Errorf("before the approval the balance went from %d to %d", before, now)
		}

		at.expect(t, http.StatusOK, `"approvalId":"`+approval+`"`, http.MethodGet, "/staff/v1/suspense", citra, "")
		at.expect(t, http.StatusOK, `"amount":20071234`, http.MethodGet, "/staff/v1/approvals?status=waiting", dewi, "")
		at.expect(t, http.StatusOK, `"status":"approved"`, http.MethodPost, "/staff/v1/approvals/"+approval+"/approve", dewi, `{"reason":"Slip seen too"}`)
		at.expect(t, http.StatusOK, `"data":[]`, http.MethodGet, "/staff/v1/suspense", citra, "")

		if now := p.balance(t); now != before+20_142_468 {
			t.Errorf("after the approval the balance is %d, it was %d", now, before)
		}

		testkit.ProveBooks(t, p.DB)
	}, func(c *config.Config) { c.AdjustLimit = 10_000_000 })
}

// Finance see the top-ups of all clients, their requests and their virtual accounts.
func TestStaffSeeTopupsOfAllClients(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()
		ana, citra, root := p.signInStaff(t, "ana"), p.signInStaff(t, "citra"), p.signIn(t, 1001, "root")
		deposit := testkit.Value[int64](t, p.DB, "SELECT id FROM wallets WHERE client_id = 1001 AND type = 'level_1'")

		p.expect(t, http.StatusCreated, `"id"`, http.MethodPost, "/v1/clients/1001/topup-request", root, fmt.Sprintf(`{"depositId":"%d","amount":2500000,"note":"Paid at the counter"}`, deposit))

		at.expect(t, http.StatusOK, "Paid at the counter", http.MethodGet, "/staff/v1/topup-requests", citra, "")
		request := "/staff/v1/topup-requests/" + strconv.FormatInt(testkit.Value[int64](t, p.DB, "SELECT MAX(id) FROM topup_requests"), 10) + "/close"

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodGet, "/staff/v1/topup-requests", ana, "")
		at.expect(t, http.StatusBadRequest, "reason", http.MethodPost, request, citra, `{"reason":" "}`)
		at.expect(t, http.StatusOK, "{}", http.MethodPost, request, citra, `{"reason":"Credited by adjustment"}`)
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPost, request, citra, `{"reason":"again"}`)

		at.expect(t, http.StatusOK, `"data":[`, http.MethodGet, "/staff/v1/topups?status=pending", citra, "")
		at.expect(t, http.StatusOK, `"data":[]`, http.MethodGet, "/staff/v1/topups?clientId=1002&status=cancelled&cursor=9", citra, "")
		at.expect(t, http.StatusOK, fmt.Sprintf(`"depositId":"%d"`, deposit), http.MethodGet, "/staff/v1/clients/1001/virtual-accounts", citra, "")
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodGet, "/staff/v1/clients/1/virtual-accounts", citra, "")
	})
}
