package app_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"loket/internal/api/portal/orders"
	"loket/internal/api/portal/schedules"
	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
)

// TestScheduledOrderOverHTTP follows a scheduled order: refused with a wrong PIN, made once for two sends, run by its job,
// shown with its lines, and hidden from another client.
func TestScheduledOrderOverHTTP(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const path = "/v1/scheduled-orders"

		body := func(pin string, total int) string {
			return fmt.Sprintf(`{"pin":%q,"name":"Payday","productCode":"TSEL10","destinationNos":["081211110000","0812-1111-0000","081211110002","6281211110003"],
				"scheduledAt":null,"interval":null,"endsAt":null,"expectedTotal":%d}`, pin, total)
		}

		root, other := p.signIn(t, 1001, "root"), p.signIn(t, 1003, "root")
		total := 3 * int(testkit.Value[int64](t, p.DB, `SELECT COALESCE((SELECT price FROM client_prices WHERE client_id = 1001 AND product_code = p.code), p.price)
			FROM products p WHERE code = 'TSEL10'`))

		for _, c := range []struct {
			pin    string
			total  int
			status int
			want   string
		}{
			{"000000", total, http.StatusUnauthorized, "InvalidPinError"},
			{demo.PIN, total - 1, http.StatusConflict, "PriceChangedError"},
		} {
			if status, text := p.create(t, path, root, "k", body(c.pin, c.total)); status != c.status || !strings.Contains(text, c.want) {
				t.Errorf("PIN %s, total %d: %d %s", c.pin, c.total, status, text)
			}
		}

		live := p.listen(t, root)

		first, text := p.create(t, path, root, "k", body(demo.PIN, total))
		second, again := p.create(t, path, root, "k", body(demo.PIN, total))

		var made, repeated schedules.OneScheduledOrder

		testkit.Must(t, errors.Join(json.Unmarshal([]byte(text), &made), json.Unmarshal([]byte(again), &repeated)))

		if first != http.StatusOK || second != http.StatusOK || made.Data.ID == "" || made.Data.ID != repeated.Data.ID {
			t.Fatalf("%d %s\n%d %s", first, text, second, again)
		}

		// Who lost the answer finds the order by the key, which is nobody else's.
		p.expect(t, http.StatusOK, `{"data":{"id":"`+made.Data.ID+`"`, http.MethodGet, path+"/made?key=k", root, "")
		p.expect(t, http.StatusNotFound, "NotFoundError", http.MethodGet, path+"/made?key=other", root, "")
		p.expect(t, http.StatusNotFound, "NotFoundError", http.MethodGet, path+"/made?key=k", other, "")

		one := path + "/" + made.Data.ID

		var progress schedules.OneScheduledProgress

		testkit.Eventually(t, testkit.Patience, "the run ends", func() bool {
			p.get(t, http.StatusOK, http.MethodGet, one+"/progress", root, "", &progress)

			return progress.Data.Status == "done"
		})

		if c := progress.Data.Counts; c.Total != 3 || c.Success != 2 || c.Failed != 1 || progress.Data.Charged != int64(total)/3*2 {
			t.Errorf("%+v", progress.Data)
		}

		testkit.Eventually(t, testkit.Patience, "a hint", func() bool { return strings.Contains(<-live, "scheduled-orders") })

		p.linesOf(t, one, root)

		for _, call := range [][2]string{
			{http.MethodGet, ""}, {http.MethodGet, "/progress"}, {http.MethodGet, "/lines"}, {http.MethodGet, "/result"}, {http.MethodPost, "/cancel"},
		} {
			p.expect(t, http.StatusNotFound, "NotFoundError", call[0], one+call[1], other, "")
		}

		// Names are those of the caller's own contacts, and a paid number is told.
		p.expect(t, http.StatusOK, `"name":"Siti"`, http.MethodPost, "/v1/employee", root, `{"code":"E-77","name":"Siti","destinationNo":"+6281211110000"}`)

		check := `{"productCode":"TSEL10","destinationNos":["6281211110000","x"]}`
		p.expect(t, http.StatusOK, `"name":"Siti","contactId":"`, http.MethodPost, path+"/check", root, check)
		p.expect(t, http.StatusOK, `"verdict":"recently_paid"`, http.MethodPost, path+"/check", root, check)
		p.expect(t, http.StatusOK, `"normalised":"081211110000","name":"","contactId":"","verdict":"ok"`, http.MethodPost, path+"/check", other, check)
		p.expect(t, http.StatusOK, `"found":true`, http.MethodPost, path+"/inquiries", root, `{"productCode":"PLNPOST","destinationNos":["530000000001"]}`)

		// The failed line alone is bought again, once for both sends, and the file tells of it.
		retry := fmt.Sprintf(`{"pin":%q,"expectedTotal":%d}`, demo.PIN, total/3)
		p.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPost, one+"/retry", other, retry)
		p.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPost, one+"/retry/check", other, `{}`)
		p.expect(t, http.StatusOK, fmt.Sprintf(`{"data":{"quantity":1,"failed":1,"canceled":0,"wrongNumber":0,"unitPrice":%d,"estimatedPrice":%[1]d,"fee":null,"totalFee":null,"total":%[1]d,`, total/3),
			http.MethodPost, one+"/retry/check", root, `{"lines":[2,3]}`)
		p.expect(t, http.StatusOK, `"destinationNo":"081211110000"`, http.MethodGet, one+"/lines?search=siti&page=1", root, "")
		p.expect(t, http.StatusOK, `{"data":[],"total":0}`, http.MethodGet, one+"/lines?search=nobody", root, "")
		p.expect(t, http.StatusOK, fmt.Sprintf("081211110002,,2,Failed,%d,%[1]d,,", total/3), http.MethodGet, one+"/result?format=csv", root, "")

		sent, answer := p.create(t, one+"/retry", root, "r", retry)
		sentAgain, repeat := p.create(t, one+"/retry", root, "r", retry)

		if sent != http.StatusOK || sentAgain != http.StatusOK || !strings.Contains(answer, `"retryOf":"`+made.Data.ID+`"`) || madeID(t, answer) != madeID(t, repeat) {
			t.Errorf("%d %s\n%d %s", sent, answer, sentAgain, repeat)
		}

		p.expect(t, http.StatusOK, `{"data":{"id":"`+madeID(t, answer)+`"`, http.MethodGet, path+"/made?key=r", root, "")
		p.expect(t, http.StatusConflict, "NotCancelableError", http.MethodPost, one+"/cancel", root, "")
		p.expect(t, http.StatusConflict, "NotWaitingError", http.MethodPost, one+"/resume", root, `{"pin":"`+demo.PIN+`"}`)
		p.expect(t, http.StatusBadRequest, `"field":"destinationNos[1]"`, http.MethodPost, path, root,
			`{"pin":"`+demo.PIN+`","name":"x","productCode":"TSEL10","destinationNos":["081211110000","no number"],"expectedTotal":1}`)
		p.holdsForApproval(t, root, other, body(demo.PIN, total))
		testkit.ProveBooks(t, p.DB)
	})
}

// linesOf checks the three lines of the order: success, failed and refunded, success after a notice.
func (p *program) linesOf(t *testing.T, one, token string) {
	t.Helper()

	var detail schedules.OneScheduledOrderDetail

	p.get(t, http.StatusOK, http.MethodGet, one, token, "", &detail)

	for i, want := range []string{"success", "failed", "success"} {
		l := detail.Data.Orders[i]
		if l.Line != i+1 || l.Status != want || l.OrderID == nil || l.Refunded != (want == "failed") || (l.Reason != nil) != (want == "failed") {
			t.Errorf("%+v", l)
		}
	}

	// The run's orders alone, without days; of another client there are none.
	run := "/v1/orders/external?scheduledOrderId=" + strings.TrimPrefix(one, "/v1/scheduled-orders/")

	var orders []orders.Order

	p.get(t, http.StatusOK, http.MethodGet, run, token, "", &orders)

	if len(orders) != 3 || orders[0].DestinationNo != "081211110003" {
		t.Errorf("orders of the run: %+v", orders)
	}

	p.expect(t, http.StatusOK, "[]", http.MethodGet, run, p.signIn(t, 1003, "root"), "")
	p.expect(t, http.StatusOK, "[]", http.MethodGet, "/v1/orders/external?scheduledOrderId=x", token, "")

	var failed schedules.ScheduledLines

	p.get(t, http.StatusOK, http.MethodGet, one+"/lines?status=failed", token, "", &failed)

	if failed.Total != 1 || len(failed.Data) != 1 || failed.Data[0].DestinationNo != "081211110002" {
		t.Errorf("%+v", failed)
	}

	var list schedules.ScheduledOrders

	p.get(t, http.StatusOK, http.MethodGet, "/v1/scheduled-orders?status=done&searchQuery=PAYDAY&operatorType=mobile", token, "", &list)

	if list.Total != 1 || list.Data[0].Counts.Failed != 1 || len(list.Data[0].DestinationNos) != 3 {
		t.Errorf("%+v", list)
	}
}

// TestDemoHasScheduledOrders: one that is done, with a line of each end, and two that wait, one of them monthly.
func TestDemoHasScheduledOrders(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		var list schedules.ScheduledOrders

		p.get(t, http.StatusOK, http.MethodGet, "/v1/scheduled-orders", p.signIn(t, 1001, "root"), "", &list)

		if len(list.Data) != 3 || list.Data[2].Status != "done" || list.Data[2].Counts != (schedules.LineCounts{Total: 4, Success: 2, Failed: 1, Error: 1}) {
			t.Fatalf("%+v", list.Data)
		}

		monthly := 0

		for _, o := range list.Data[:2] {
			if o.Status != "scheduled" || o.ExecutedAt != nil || o.Counts.Waiting != o.Quantity {
				t.Errorf("%+v", o)
			}

			if o.Interval != nil {
				monthly++
			}
		}

		if monthly != 1 {
			t.Errorf("%d are monthly", monthly)
		}

		testkit.ProveBooks(t, p.DB)
	})
}

// madeID is the id in the answer of a call that makes a scheduled order.
func madeID(t *testing.T, answer string) string {
	t.Helper()

	var made schedules.OneScheduledOrder

	testkit.Must(t, json.Unmarshal([]byte(answer), &made))

	return made.Data.ID
}

// holdsForApproval checks that an order above the limit waits, and that its maker can't approve it through another session either.
func (p *program) holdsForApproval(t *testing.T, root, other, body string) {
	t.Helper()

	const path = "/v1/scheduled-orders"

	p.expect(t, http.StatusOK, `{"data":{"amount":null,"pending":null,"spentToday":`, http.MethodGet, path+"/approval", root, "")
	p.expect(t, http.StatusUnauthorized, "InvalidPinError", http.MethodPut, path+"/approval", root, `{"amount":1,"pin":"000000"}`)
	testkit.Exec(t, p.DB, "INSERT INTO scheduled_approvals (client_id, above, updated_at) VALUES (1001, 1, 1)")
	p.expect(t, http.StatusOK, `{"data":{"amount":1,"pending":null,`, http.MethodGet, path+"/approval", root, "")

	status, text := p.create(t, path, root, "approval", body)
	if status != http.StatusOK || !strings.Contains(text, `"status":"draft","waitsFor":"approval"`) {
		t.Errorf("%d %s", status, text)
	}

	one := path + "/" + madeID(t, text)
	p.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPost, one+"/approve", other, `{"pin":"`+demo.PIN+`"}`)
	p.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPost, one+"/reject", other, `{}`)

	again := p.signIn(t, 1001, "root")
	p.expect(t, http.StatusForbidden, "OwnApprovalError", http.MethodPost, one+"/approve", again, `{"pin":"`+demo.PIN+`"}`)
	p.expect(t, http.StatusForbidden, "OwnApprovalError", http.MethodPost, one+"/reject", again, `{}`)
	p.expect(t, http.StatusOK, `"canceledLines":3`, http.MethodPost, one+"/cancel", root, "")

	// Less protection needs a second user, whom this client doesn't have.
	p.expect(t, http.StatusBadRequest, `"field":"amount"`, http.MethodPut, path+"/approval", root, `{"amount":null,"pin":"`+demo.PIN+`"}`)
	p.expect(t, http.StatusConflict, "NotWaitingError", http.MethodPost, path+"/approval/approve", root, `{"amount":null,"pin":"`+demo.PIN+`"}`)
	p.expect(t, http.StatusConflict, "NotWaitingError", http.MethodPost, path+"/approval/reject", root, `{"amount":1}`)

	// A decision names the change that was seen.
	p.expect(t, http.StatusBadRequest, `"field":"amount"`, http.MethodPost, path+"/approval/approve", root, `{"pin":"`+demo.PIN+`"}`)
	p.expect(t, http.StatusBadRequest, `"field":"amount"`, http.MethodPost, path+"/approval/reject", root, `{}`)
}
