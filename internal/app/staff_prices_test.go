package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
)

// Finance change list prices and own prices of clients, at once or later, and from a file; a price below cost waits for a second person.
func TestStaffChangePrices(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const product, client = "/staff/v1/products/TSEL10/price", "/staff/v1/clients/1001/prices"

		at := p.asStaff()
		budi, citra, dewi := p.signInStaff(t, "budi"), p.signInStaff(t, "citra"), p.signInStaff(t, "dewi")

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPost, product, budi, `{"amount":10300,"reason":"x"}`)
		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodGet, client, budi, "")
		at.expect(t, http.StatusBadRequest, `"field":"amount"`, http.MethodPost, product, citra, `{"amount":0,"reason":"x"}`)
		at.expect(t, http.StatusBadRequest, `"field":"effectiveAt"`, http.MethodPost, product, citra, `{"amount":10300,"effectiveAt":"2020-01-01T00:00:00Z","reason":"x"}`)
		at.expect(t, http.StatusOK, "{}", http.MethodPost, product, citra, `{"amount":10300,"reason":"The supplier's price rose"}`)
		at.expect(t, http.StatusOK, `"price":10300`, http.MethodGet, "/staff/v1/products/TSEL10", budi, "")
		at.expect(t, http.StatusOK, `"amount":10300,"before":10250`, http.MethodGet, "/staff/v1/price-changes?status=applied&productCode=TSEL10", budi, "")

		// A client's own price, which budi may not see.
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPost, client, citra, `{"productCode":"TSEL10","reason":"x"}`)
		at.expect(t, http.StatusOK, "{}", http.MethodPost, client, citra, `{"productCode":"TSEL10","amount":10200,"reason":"Contract 14"}`)
		at.expect(t, http.StatusOK, `"productCode":"TSEL10","productName":"Telkomsel 10.000","kind":"prepaid","price":10200,"listPrice":10300`, http.MethodGet, client, citra, "")

		const own = "/staff/v1/price-changes?status=applied&productCode=TSEL10"
		if text := at.expect(t, http.StatusOK, "data", http.MethodGet, own, budi, ""); strings.Contains(text, "10200") {
			t.Errorf("without permission 73: %s", text)
		}

		at.expect(t, http.StatusOK, `"amount":10200`, http.MethodGet, own, citra, "")

		// Below cost needs a moment, and a second person.
		at.expect(t, http.StatusBadRequest, `"field":"effectiveAt"`, http.MethodPost, client, citra, `{"productCode":"TSEL10","amount":1,"reason":"x"}`)

		later := p.Clock.Now().AddDate(0, 0, 7).Format("2006-01-02")
		asked := at.expect(t, http.StatusAccepted, "approvalId", http.MethodPost, client, citra,
			fmt.Sprintf(`{"productCode":"TSEL10","amount":1,"effectiveAt":"%sT00:00:00Z","reason":"A gift"}`, later))
		at.expect(t, http.StatusOK, `"data":[]`, http.MethodGet, "/staff/v1/price-changes?productCode=TSEL10", citra, "")
		at.expect(t, http.StatusOK, "approved", http.MethodPost, "/staff/v1/approvals/"+field(t, asked, "approvalId")+"/approve", dewi, `{"reason":"seen"}`)

		coming := at.expect(t, http.StatusOK, `"amount":1,`, http.MethodGet, "/staff/v1/price-changes?productCode=TSEL10", citra, "")

		var list struct {
			Data []struct {
				ID string `json:"id"`
			} `json:"data"`
		}
		testkit.Must(t, json.Unmarshal([]byte(coming), &list))
		at.expect(t, http.StatusOK, "{}", http.MethodPost, "/staff/v1/price-changes/"+list.Data[0].ID+"/cancel", citra, `{"reason":"No gift"}`)
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPost, "/staff/v1/price-changes/"+list.Data[0].ID+"/cancel", citra, `{"reason":"x"}`)

		// A file: nothing changes before its preview is confirmed. Finance may not change costs.
		content := fmt.Sprintf("effective_at,product_code,client_id,supplier,amount\n%s 00:00,TSEL10,,,10400\n%s 00:00,TSEL10,,digiflazz-a,10000\n%s 00:00,TSEL10,1001,,2\n", later, later, later)
		file := func(more string) string {
			text, err := json.Marshal(content)
			testkit.Must(t, err)

			return `{"content":` + string(text) + more + "}"
		}

		const imports = "/staff/v1/price-changes/import"

		preview := at.expect(t, http.StatusOK, `"outcome":"higher"`, http.MethodPost, imports, citra, file(""))
		for _, part := range []string{`"below":true`, `"outcome":"error","reason":"You may not change prices of this kind"`, `"applied":false`} {
			if !strings.Contains(preview, part) {
				t.Errorf("the preview has no %s: %s", part, preview)
			}
		}

		at.expect(t, http.StatusBadRequest, `"field":"tag"`, http.MethodPost, imports, citra, file(`,"apply":true,"reason":"x"`))
		at.expect(t, http.StatusConflict, "PreviewChangedError", http.MethodPost, imports, citra, file(`,"apply":true,"tag":"x","reason":"x"`))

		done := at.expect(t, http.StatusOK, `"applied":true`, http.MethodPost, imports, citra, file(`,"apply":true,"reason":"December","tag":"`+field(t, preview, "tag")+`"`))
		if field(t, done, "approvalId") == "" {
			t.Errorf("nothing waits: %s", done)
		}

		at.expect(t, http.StatusOK, `"amount":10400`, http.MethodGet, "/staff/v1/price-changes", budi, "")
		at.expect(t, http.StatusBadRequest, "ImportFileError", http.MethodPost, imports, citra, `{"content":"a,b\n"}`)

		testkit.ProveBooks(t, p.DB)
	})
}
