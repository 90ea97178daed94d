package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
)

// Operations tell clients something; users see it without a reload, close it for themselves, and don't see it after its end.
func TestStaffTellClients(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const path, own = "/staff/v1/announcements", "/v1/announcements"

		at := p.asStaff()
		ana, budi := p.signInStaff(t, "ana"), p.signInStaff(t, "budi")
		root, viewer, other := p.signIn(t, 1001, "root"), p.signIn(t, 1001, "viewer"), p.signIn(t, 1002, "root")
		until := p.Clock.Now().Add(time.Hour).UTC().Format(time.RFC3339)
		body := fmt.Sprintf(`{"title":"Maintenance","titleId":"Pemeliharaan","text":"On Sunday","textId":"Hari Minggu","until":%q,"everyone":false,"clientIds":[1001],"mail":true,"reason":"New database"}`, until)

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodGet, path, ana, "")
		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPost, path, ana, body)
		at.expect(t, http.StatusBadRequest, `"field":"clientIds"`, http.MethodPost, path, budi, strings.Replace(body, "1001", "7", 1))
		at.expect(t, http.StatusBadRequest, `"field":"reason"`, http.MethodPost, path, budi, strings.Replace(body, "New database", " ", 1))

		events := p.listen(t, viewer)
		id := field(t, at.expect(t, http.StatusCreated, `"state":"shown"`, http.MethodPost, path, budi, body), "id")

		testkit.Eventually(t, testkit.Patience, "a hint", func() bool {
			select {
			case e := <-events:
				return strings.Contains(e, "announcements")
			default:
				return false
			}
		})

		p.expect(t, http.StatusOK, `"title":"Maintenance"`, http.MethodGet, own, viewer, "")
		p.expect(t, http.StatusOK, `"data":[],"changesIn":null`, http.MethodGet, own, other, "")
		p.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPost, own+"/"+id+"/close", other, "")
		p.expect(t, http.StatusOK, "{}", http.MethodPost, own+"/"+id+"/close", viewer, "")
		p.expect(t, http.StatusOK, `"data":[]`, http.MethodGet, own, viewer, "")
		p.expect(t, http.StatusOK, `"changesIn":3`, http.MethodGet, own, root, "")
		p.mailTo(t, "root.1001@example.com", "Maintenance")

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPost, path+"/"+id+"/end", ana, `{"reason":"x"}`)
		at.expect(t, http.StatusOK, "{}", http.MethodPost, path+"/"+id+"/end", budi, `{"reason":"It is over"}`)
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPost, path+"/"+id+"/end", budi, `{"reason":"It is over"}`)
		at.expect(t, http.StatusOK, `"state":"ended"`, http.MethodGet, path, budi, "")
		p.expect(t, http.StatusOK, `"data":[]`, http.MethodGet, own, root, "")
	})
}

// Who reports a problem may tell the clients that bought the product.
func TestStaffTellClientsOfDisturbances(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()
		budi, root := p.signInStaff(t, "budi"), p.signIn(t, 1001, "root")

		var product string

		testkit.Eventually(t, testkit.Patience, "sales are counted", func() bool {
			product = testkit.Value[string](t, p.DB, "SELECT COALESCE(MIN(s.product_code), '') FROM sales_days s JOIN products p ON p.code = s.product_code WHERE s.client_id = 1001 AND NOT p.problem")

			return product != ""
		})

		path := "/staff/v1/products/" + product + "/problem"

		at.expect(t, http.StatusOK, `"clients":`, http.MethodPost, path, budi, `{"problem":true,"text":"Slow","textId":"Lambat","tellClients":true,"reason":"Chat of 14:02"}`)
		p.expect(t, http.StatusOK, `"textId":"Lambat"`, http.MethodGet, "/v1/announcements", root, "")
		p.expect(t, http.StatusOK, `"disturbance":true`, http.MethodGet, "/v1/announcements", root, "")
		at.expect(t, http.StatusOK, `"problem":false`, http.MethodPost, path, budi, `{"problem":false,"reason":"All is well"}`)
		p.expect(t, http.StatusOK, `"data":[]`, http.MethodGet, "/v1/announcements", root, "")

		// Without the right to announce, only the product changes.
		p.alter(t, "DELETE FROM role_permissions WHERE permission_id = 413")
		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPost, path, budi, `{"problem":true,"text":"Slow","tellClients":true,"reason":"x"}`)
		at.expect(t, http.StatusOK, `"clients":0`, http.MethodPost, path, budi, `{"problem":true,"text":"Slow","reason":"x"}`)
	})
}
