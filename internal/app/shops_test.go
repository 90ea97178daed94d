package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"loket/internal/httpapi/portal"
)

// The calls of a shop: whose it is, what they take, and what they refuse.
func TestShopOverHTTP(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const config = "/v1/webapp/config"

		dorman, maju, viewer := p.signIn(t, 1004, "root"), p.signIn(t, 1001, "root"), p.signIn(t, 1001, "viewer")

		// A client without a shop, and another client's.
		p.expect(t, http.StatusNoContent, "", http.MethodGet, config, dorman, "")
		p.expect(t, http.StatusNotFound, "", http.MethodGet, config+"?clientId=1001", dorman, "")
		p.expect(t, http.StatusNotFound, "", http.MethodGet, "/v1/operators/webapp?clientCode=majujaya", dorman, "")
		p.expect(t, http.StatusNotFound, "", http.MethodPost, config, dorman, `{"clientId":1001}`)
		p.expect(t, http.StatusNotFound, "", http.MethodPost, config, dorman, `{"clientCode":"majujaya"}`)

		var theirs, own portal.ShopConfig

		p.get(t, http.StatusOK, http.MethodGet, config+"?clientId=1001", maju, "", &theirs)
		p.get(t, http.StatusCreated, http.MethodPost, config, dorman, `{"clientId":1004,"clientCode":"dorman","name":"Dorman"}`, &own)

		p.expect(t, http.StatusNotFound, "", http.MethodPatch, config, dorman, fmt.Sprintf(`{"id":%q,"version":%d,"name":"Mine"}`, theirs.ID, theirs.Version))
		p.expect(t, http.StatusNotFound, "", http.MethodPatch, config+"/publication", dorman, fmt.Sprintf(`{"id":%q,"isPublished":false}`, theirs.ID))

		// Only documented fields are taken.
		for _, field := range []string{`"isPublished":true`, `"clientId":1004`, `"clientCode":"x"`, `"other":1`, `"theme":{"evil":"1"}`} {
			p.expect(t, http.StatusBadRequest, "", http.MethodPatch, config, dorman, fmt.Sprintf(`{"id":%q,"version":%d,%s}`, own.ID, own.Version, field))
		}

		p.expect(t, http.StatusBadRequest, "logoImageKey", http.MethodPatch, config, dorman,
			fmt.Sprintf(`{"id":%q,"version":%d,"logoImageKey":%q}`, own.ID, own.Version, theirs.LogoImageKey))
		p.expect(t, http.StatusConflict, "ConfigConflictError", http.MethodPatch, config, dorman, fmt.Sprintf(`{"id":%q,"version":9,"name":"B"}`, own.ID))
		p.expect(t, http.StatusBadRequest, "deeplinkUrl", http.MethodPatch, config+"/publication", dorman, fmt.Sprintf(`{"id":%q,"isPublished":true}`, own.ID))
		p.expect(t, http.StatusOK, `"code":"FF"`, http.MethodPatch, config+"/toggle-favorite", dorman, `{"productId":"FF","favorite":true}`)

		// Prices need their permission, and one of four ways.
		const all, some = "/v1/external/clientproducts/csp-margin/all", "/v1/external/clientproducts/csp-margin"

		p.expect(t, http.StatusForbidden, "", http.MethodPost, all, viewer, `{"recommended":true}`)

		for _, body := range []string{`{}`, `{"recommended":true,"marginAmountCSP":1}`, `{"committedSellPrice":9}`, `{"marginAmountCSP":1,"isFixedCSP":true}`, `{"marginPercentCSP":100.01}`, `{"marginPercentCSP":1.001}`, `{"marginAmountCSP":-1}`} {
			p.expect(t, http.StatusBadRequest, "", http.MethodPost, all, dorman, body)
		}

		p.expect(t, http.StatusBadRequest, "PriceBelowNetError", http.MethodPost, all, dorman, `{"committedSellPrice":1,"isFixedCSP":true}`)
		p.expect(t, http.StatusOK, `"marginValue":12.5`, http.MethodPost, all, dorman, `{"marginPercentCSP":12.5,"isFixedCSP":false}`)
		p.expect(t, http.StatusBadRequest, "productIds[0]", http.MethodPatch, some, dorman, `{"productIds":["NONE"],"recommended":true}`)
		p.expect(t, http.StatusOK, `"changed":1`, http.MethodPatch, some, dorman, `{"productIds":["TSEL10","TSEL10"],"marginAmountCSP":500}`)
		p.expect(t, http.StatusOK, `"committedMargin":500`, http.MethodGet, "/v1/external/clientproducts?searchQuery=TSEL10&clientId=1004", dorman, "")
		p.expect(t, http.StatusNotFound, "", http.MethodGet, "/v1/external/clientproducts/webapp?clientId=1001", dorman, "")

		// What is no image, no form, and more than one file.
		for name, form := range map[string]string{
			"text": part("files", "hello"), "two": part("files", "a") + part("files", "b"), "other field": part("file", "a"), "none": "",
		} {
			if status, text := p.send(t, "/v1/files/upload", dorman, form+"--x--\r\n", "multipart/form-data; boundary=x"); status != http.StatusBadRequest {
				t.Errorf("%s: %d %s", name, status, text)
			}
		}

		large := part("files", strings.Repeat("a", 10<<20+1)) + "--x--\r\n"
		if status, text := p.send(t, "/v1/files/upload", dorman, large, "multipart/form-data; boundary=x"); !strings.Contains(text, "Image must be smaller than 10MB!") {
			t.Errorf("too large: %d %s", status, text)
		}
	})
}

func part(field, content string) string {
	return "--x\r\nContent-Disposition: form-data; name=\"" + field + "\"; filename=\"a.png\"\r\n\r\n" + content + "\r\n"
}
