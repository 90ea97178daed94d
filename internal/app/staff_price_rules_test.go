package app_test

import (
	"net/http"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
)

// Finance set price rules after a preview; a rule of a client is seen and set with permission 73 alone, and one below cost waits for a second
// person.
func TestStaffSetPriceRules(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const rules, product = "/staff/v1/price-rules", "/staff/v1/products/TSEL10"

		at := p.asStaff()
		budi, citra, dewi := p.signInStaff(t, "budi"), p.signInStaff(t, "citra"), p.signInStaff(t, "dewi")
		apply := func(rule, preview string) string {
			return strings.TrimSuffix(rule, "}") + `,"apply":true,"reason":"Winter","tag":"` + field(t, preview, "tag") + `"}`
		}

		const all = `{"productCode":"TSEL10","fixed":200,"basisPoints":0,"step":25,"minMargin":0}`

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPost, rules, budi, all)
		at.expect(t, http.StatusBadRequest, `"field":"tag"`, http.MethodPost, rules, citra, strings.TrimSuffix(all, "}")+`,"apply":true,"reason":"x"}`)
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPost, rules, citra, `{"operatorType":"ships","fixed":200,"basisPoints":0,"step":25,"minMargin":0}`)

		preview := at.expect(t, http.StatusOK, `"prices":1,"products":1,"clients":0,"below":0,"held":0`, http.MethodPost, rules, citra, all)
		at.expect(t, http.StatusOK, `"data":[]`, http.MethodGet, rules, citra, "")
		at.expect(t, http.StatusOK, `"applied":true`, http.MethodPost, rules, citra, apply(all, preview))
		at.expect(t, http.StatusConflict, "PreviewChangedError", http.MethodPost, rules, citra, apply(all, preview))

		at.expect(t, http.StatusOK, `"productCode":"TSEL10"`, http.MethodGet, rules, budi, "")
		at.expect(t, http.StatusOK, `"cause":"rule"`, http.MethodGet, "/staff/v1/price-changes?status=applied&productCode=TSEL10", budi, "")

		// A client's rule gives own prices.
		const own = `{"productCode":"TSEL10","clientId":1001,"fixed":150,"basisPoints":0,"step":1,"minMargin":0}`

		preview = at.expect(t, http.StatusOK, `"clients":1`, http.MethodPost, rules, citra, own)
		at.expect(t, http.StatusOK, `"applied":true`, http.MethodPost, rules, citra, apply(own, preview))
		at.expect(t, http.StatusOK, `"byRule":true`, http.MethodGet, "/staff/v1/clients/1001/prices", citra, "")

		if text := at.expect(t, http.StatusOK, "data", http.MethodGet, rules, budi, ""); strings.Contains(text, `"clientId":1001`) {
			t.Errorf("without permission 73: %s", text)
		}

		// A segment's rule gives own prices to its clients; those of the client's own rule go before it.
		const gold, segment, join = `{"productCode":"TSEL10","segment":"Gold","fixed":120,"basisPoints":0,"step":1,"minMargin":0}`, "/staff/v1/clients/1001/segment", `{"segment":"gold"}`

		at.expect(t, http.StatusBadRequest, `"field":"segment"`, http.MethodPost, rules, citra, strings.Replace(gold, "{", `{"clientId":1001,`, 1))
		preview = at.expect(t, http.StatusOK, `"prices":0`, http.MethodPost, rules, citra, gold)
		at.expect(t, http.StatusOK, `"applied":true`, http.MethodPost, rules, citra, apply(gold, preview))

		if text := at.expect(t, http.StatusOK, "data", http.MethodGet, rules, budi, ""); strings.Contains(text, "Gold") {
			t.Errorf("without permission 73: %s", text)
		}

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPost, segment, budi, join)
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPost, "/staff/v1/clients/4711/segment", citra, join)
		preview = at.expect(t, http.StatusOK, `"prices":0`, http.MethodPost, segment, citra, join)
		at.expect(t, http.StatusOK, `"applied":true`, http.MethodPost, segment, citra, apply(join, preview))
		at.expect(t, http.StatusOK, `"name":"Gold","clients":1,"rules":1`, http.MethodGet, "/staff/v1/price-segments", citra, "")
		at.expect(t, http.StatusOK, `"segment":"Gold"`, http.MethodGet, "/staff/v1/clients/1001/prices", citra, "")

		// A price by hand with an end, and back to the rule.
		at.expect(t, http.StatusOK, "{}", http.MethodPost, product+"/price", citra, `{"amount":19000,"until":"`+p.Clock.Now().AddDate(0, 0, 3).Format("2006-01-02")+`T00:00:00Z","reason":"A test"}`)
		at.expect(t, http.StatusOK, `"price":19000,"priceByHand":true`, http.MethodGet, product, budi, "")
		at.expect(t, http.StatusOK, `"cause":"end"`, http.MethodGet, "/staff/v1/price-changes?productCode=TSEL10", budi, "")
		at.expect(t, http.StatusOK, "{}", http.MethodPost, product+"/price", citra, `{"reason":"Enough"}`)
		at.expect(t, http.StatusOK, `"priceByHand":false`, http.MethodGet, product, budi, "")
		at.expect(t, http.StatusOK, `"total":0`, http.MethodGet, "/staff/v1/price-changes?productCode=TSEL10", budi, "")

		// Below cost another person decides.
		const gift = `{"productCode":"TSEL10","fixed":-50,"basisPoints":0,"step":1,"minMargin":-50}`

		preview = at.expect(t, http.StatusOK, `"below":1`, http.MethodPost, rules, citra, gift)
		asked := at.expect(t, http.StatusOK, `"applied":false`, http.MethodPost, rules, citra, apply(gift, preview))
		at.expect(t, http.StatusOK, `"minMargin":-50`, http.MethodGet, "/staff/v1/approvals", dewi, "")
		at.expect(t, http.StatusOK, "approved", http.MethodPost, "/staff/v1/approvals/"+field(t, asked, "approvalId")+"/approve", dewi, `{"reason":"seen"}`)

		list := at.expect(t, http.StatusOK, `"fixed":-50`, http.MethodGet, rules, budi, "")
		id := list[strings.Index(list, `"id":"`)+len(`"id":"`):]
		remove := rules + "/" + id[:strings.Index(id, `"`)] + "/remove"
		preview = at.expect(t, http.StatusOK, `"prices":0`, http.MethodPost, remove, citra, `{}`)
		at.expect(t, http.StatusOK, `"applied":true`, http.MethodPost, remove, citra, `{"apply":true,"reason":"No gift","tag":"`+field(t, preview, "tag")+`"}`)

		testkit.ProveBooks(t, p.DB)
	})
}
