package app_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
)

// A user of a client complains about an order, staff answer and close it, and the client reads the answers without names of staff and suppliers.
func TestClientsComplainToStaff(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()
		ana, budi := p.signInStaff(t, "ana"), p.signInStaff(t, "budi")
		viewer, other := p.signIn(t, 1001, "viewer"), p.signIn(t, 1002, "root")

		id := testkit.Value[string](t, p.DB, "SELECT CAST(MAX(id) AS TEXT) FROM orders WHERE client_id = 1001 AND status = 4 AND created_at < $1",
			clock.Micros(p.Clock.Now().Add(-time.Hour)))
		path, staffPath := "/v1/orders/"+id+"/complaints", "/staff/v1/orders/"+id+"/complaints"

		const complain = `{"reason":"not_received","text":"The buyer has called twice"}`

		p.expect(t, http.StatusOK, `"data":[],"possible":true`, http.MethodGet, path, viewer, "")
		p.expect(t, http.StatusNotFound, "NotFoundError", http.MethodGet, path, other, "")
		p.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPost, path, other, complain)
		p.expect(t, http.StatusBadRequest, "reason", http.MethodPost, path, viewer, `{"reason":"cold"}`)
		p.expect(t, http.StatusCreated, `"state":"new"`, http.MethodPost, path, viewer, complain)
		p.expect(t, http.StatusConflict, "ComplaintStateError", http.MethodPost, path, viewer, complain)
		p.expect(t, http.StatusConflict, "ComplaintStateError", http.MethodPost, path+"/1/reply", viewer, `{"text":"Nobody answered"}`)

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodGet, "/staff/v1/complaints", ana, "")
		at.expect(t, http.StatusOK, `"openedBy":"viewer"`, http.MethodGet, staffPath, ana, "")
		at.expect(t, http.StatusOK, `"orderId":"`+id+`"`, http.MethodGet, "/staff/v1/complaints", budi, "")

		const closing = `{"text":"Delivered at 14:02, see the serial number","result":"delivered"}`

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPost, staffPath+"/1/answer", ana, closing)
		at.expect(t, http.StatusConflict, "ComplaintStateError", http.MethodPost, staffPath+"/1/answer", budi, `{"text":"Your money is back","result":"refunded"}`)
		at.expect(t, http.StatusOK, `"state":"answered"`, http.MethodPost, staffPath+"/1/answer", budi, `{"text":"We asked"}`)

		// The client replies once to each answer.
		const reply = `{"text":"Still nothing"}`

		p.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPost, path+"/1/reply", other, reply)
		p.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPost, path+"/2/reply", viewer, reply)
		p.expect(t, http.StatusBadRequest, "text", http.MethodPost, path+"/1/reply", viewer, `{"text":" "}`)
		p.expect(t, http.StatusOK, `"state":"replied"`, http.MethodPost, path+"/1/reply", viewer, reply)
		p.expect(t, http.StatusConflict, "ComplaintStateError", http.MethodPost, path+"/1/reply", viewer, reply)
		at.expect(t, http.StatusOK, `"state":"replied"`, http.MethodGet, "/staff/v1/complaints", budi, "")
		at.expect(t, http.StatusOK, `"name":"viewer","text":"Still nothing"`, http.MethodGet, staffPath, ana, "")
		at.expect(t, http.StatusOK, `"state":"answered"`, http.MethodPost, staffPath+"/1/answer", budi, `{"text":"We asked again"}`)
		p.expect(t, http.StatusOK, `"state":"replied"`, http.MethodPost, path+"/1/reply", viewer, reply)
		at.expect(t, http.StatusOK, `"state":"closed"`, http.MethodPost, staffPath+"/1/answer", budi, closing)
		p.expect(t, http.StatusConflict, "ComplaintStateError", http.MethodPost, path+"/1/reply", viewer, reply)
		at.expect(t, http.StatusConflict, "ComplaintStateError", http.MethodPost, staffPath+"/1/answer", budi, closing)
		at.expect(t, http.StatusOK, `"data":[]`, http.MethodGet, "/staff/v1/complaints", budi, "")
		at.expect(t, http.StatusOK, `"result":"delivered"`, http.MethodGet, "/staff/v1/complaints?state=closed", budi, "")
		at.expect(t, http.StatusOK, `"opened":1,"open":0`, http.MethodGet, "/staff/v1/complaints/figures", budi, "")

		text := p.expect(t, http.StatusOK, `"state":"closed","result":"delivered"`, http.MethodGet, path, viewer, "")
		if !strings.Contains(text, "We asked") || strings.Contains(text, "budi") || strings.Contains(text, "supplier") {
			t.Errorf("the client reads %s", text)
		}

		// Its programs get each answer, and nobody else's do.
		var events pulled

		testkit.Eventually(t, testkit.Patience, "the events can be read", func() bool {
			events = p.pull(t, demo.MainKey, "types=complaint.answered")

			return len(events.Data) == 3
		})

		last := events.Data[2].Data
		if last["orderId"] != id || last["answer"] != "Delivered at 14:02, see the serial number" || last["result"] != "delivered" || last["clientRef"] == "" {
			t.Errorf("the last event has %v", last)
		}

		if others := p.pull(t, "lk_demo_1002", "types=complaint.answered"); len(others.Data) != 0 {
			t.Errorf("another client gets %v", others.Data)
		}
	})
}
