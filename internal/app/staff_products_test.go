package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
)

// Operations look for a product, change what their permissions let them, and say when it has a problem; support only looks.
func TestStaffChangeProducts(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const list, path = "/staff/v1/products", "/staff/v1/products/TSEL10"

		at := p.asStaff()
		ana, budi := p.signInStaff(t, "ana"), p.signInStaff(t, "budi")

		at.expect(t, http.StatusOK, `"code":"TSEL10"`, http.MethodGet, list+"?search=tsel10&operatorType=mobile&status=active&supplier=digiflazz-a", ana, "")
		at.expect(t, http.StatusOK, `"data":[]`, http.MethodGet, list+"?search=tsel10&status=inactive&operatorType=data", ana, "")
		at.expect(t, http.StatusOK, `"data":[]`, http.MethodGet, list+"?search=tsel10&supplier=nobody", ana, "")
		at.expect(t, http.StatusOK, `"suppliers":["digiflazz-a"`, http.MethodGet, "/staff/v1/product-choices", ana, "")
		at.expect(t, http.StatusOK, `"form":"mobile"`, http.MethodGet, path, ana, "")
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodGet, list+"/NONE", ana, "")

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPatch, path, ana, `{"name":"x","reason":"x"}`)
		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPost, path+"/problem", ana, `{"problem":true,"text":"x","reason":"x"}`)
		at.expect(t, http.StatusBadRequest, `"field":"reason"`, http.MethodPatch, path, budi, `{"name":"x","reason":" "}`)
		at.expect(t, http.StatusBadRequest, `"field":"cutOff.to"`, http.MethodPatch, path, budi, `{"cutOff":{"from":"23:00","to":"25:00"},"reason":"x"}`)
		at.expect(t, http.StatusBadRequest, `"field":"minAmount"`, http.MethodPatch, path, budi, `{"minAmount":5,"reason":"x"}`)
		changed := at.expect(t, http.StatusOK, `"name":"Telkomsel 10 ribu"`, http.MethodPatch, path, budi,
			`{"name":"Telkomsel 10 ribu","description":"Pulsa","active":false,"cutOff":{"from":"23:00","to":"01:00"},"reason":"New names"}`)

		for _, want := range []string{`"active":false`, `"description":"Pulsa"`, `"cutOff":{"from":"23:00","to":"01:00"}`} {
			if !strings.Contains(changed, want) {
				t.Errorf("the product has no %s: %s", want, changed)
			}
		}

		at.expect(t, http.StatusOK, `"cutOff":null`, http.MethodPatch, path, budi, `{"active":true,"cutOff":{"from":"00:00","to":"00:00"},"reason":"Back"}`)

		if n := testkit.Value[int64](t, p.DB, "SELECT COUNT(*) FROM audit_log WHERE action = 'catalog.product' AND actor = 'staff:budi' AND detail LIKE '%after%before%'"); n != 2 {
			t.Errorf("%d entries about the product", n)
		}

		until := p.Clock.Now().Add(time.Hour).UTC().Truncate(time.Second).Format(time.RFC3339)

		at.expect(t, http.StatusBadRequest, `"field":"until"`, http.MethodPost, path+"/problem", budi, `{"problem":true,"text":"Slow","until":"2020-01-01T00:00:00Z","reason":"x"}`)
		at.expect(t, http.StatusOK, `"problemUntil":"`+until, http.MethodPost, path+"/problem", budi,
			fmt.Sprintf(`{"problem":true,"text":"Slow","textId":"Lambat","until":%q,"reason":"Chat of 14:02"}`, until))
		at.expect(t, http.StatusOK, `"problem":true`, http.MethodGet, list+"?status=problem&search=tsel10", ana, "")
		at.expect(t, http.StatusOK, `"problem":false`, http.MethodPost, path+"/problem", budi, `{"problem":false,"operator":true,"reason":"All is well"}`)

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPut, path+"/suppliers", ana, `{"suppliers":[],"reason":"x"}`)
		at.expect(t, http.StatusBadRequest, `"field":"suppliers"`, http.MethodPut, path+"/suppliers", budi, `{"suppliers":[],"reason":"x"}`)
	})
}
