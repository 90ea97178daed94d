package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"loket/internal/api/portal/shop"
	"loket/internal/dev/testkit"
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

		var theirs, own shop.ShopConfig

		p.get(t, http.StatusOK, http.MethodGet, config+"?clientId=1001", maju, "", &theirs)
		p.get(t, http.StatusCreated, http.MethodPost, config, dorman, `{"clientId":1004,"clientCode":"dorman","name":"Dorman"}`, &own)

		p.expect(t, http.StatusNotFound, "", http.MethodPatch, config, dorman, fmt.Sprintf(`{"id":%q,"version":%d,"name":"Mine"}`, theirs.ID, theirs.Version))
		p.expect(t, http.StatusNotFound, "", http.MethodPatch, config+"/publication", dorman, fmt.Sprintf(`{"id":%q,"isPublished":false}`, theirs.ID))

		// Only documented fields are taken.
		for _, field := range []string{`"other":1`, `"theme":{"evil":"1"}`, `"banners":[{"other":1}]`, `"topOperators":[1]`, `"topOperators":[{"code":"FF"}]`, `"image_url":"x"`} {
			p.expect(t, http.StatusBadRequest, "", http.MethodPatch, config, dorman, fmt.Sprintf(`{"id":%q,"version":%d,%s}`, own.ID, own.Version, field))
		}

		p.expect(t, http.StatusBadRequest, "logoImageKey", http.MethodPatch, config, dorman,
			fmt.Sprintf(`{"id":%q,"version":%d,"logoImageKey":%q}`, own.ID, own.Version, theirs.LogoImageKey))
		p.expect(t, http.StatusConflict, "ConfigConflictError", http.MethodPatch, config, dorman, fmt.Sprintf(`{"id":%q,"version":9,"name":"B"}`, own.ID))
		p.expect(t, http.StatusBadRequest, "deeplinkUrl", http.MethodPatch, config+"/publication", dorman, fmt.Sprintf(`{"id":%q,"isPublished":true}`, own.ID))
		p.expect(t, http.StatusOK, `"code":"FF"`, http.MethodPatch, config+"/toggle-favorite", dorman, `{"productId":"FF","favorite":true}`)

		// What is missing before orders can be delivered.
		for who, shop := range map[string]shop.ShopConfig{"dorman false [level_1 level_2 multibiller]": own, "maju true []": theirs} {
			name, want, _ := strings.Cut(who, " ")
			if got := fmt.Sprint(shop.Delivery.HasAPIKey, " ", shop.Delivery.EmptyWallets); got != want {
				t.Errorf("%s needs %s", name, got)
			}
		}

		testPayloads(t, p, own)
		testRightsOfShops(t, p, theirs)

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

// Payloads as older programs send them (docs/product/shop.md#saving): an answer can be sent back, fields of answers change nothing,
// another client is none, and a change without a version is the last word.
func testPayloads(t *testing.T, p *program, own shop.ShopConfig) {
	t.Helper()

	const config = "/v1/webapp/config"

	dorman := p.signIn(t, 1004, "root")

	var now, back shop.ShopConfig

	p.expect(t, http.StatusOK, `"warning":"No version was named`, http.MethodPatch, config, dorman, fmt.Sprintf(
		`{"id":%q,"clientId":1004,"clientCode":"dorman","name":"Dorman 2","deeplinkUrl":"-","isPublished":true,"logoImageUrl":"https://x.id/a","topOperators":["FF","MLBB"],"banners":[{"name":"b","image_url":"","image_key":"","is_active":false,"href":""}]}`, own.ID))
	p.get(t, http.StatusOK, http.MethodGet, config, dorman, "", &now)

	if now.IsPublished || now.Name != "Dorman 2" || now.LogoImageURL != "" || len(now.TopOperators) != 2 || now.Warning != "" {
		t.Errorf("%+v", now)
	}

	text, err := json.Marshal(now)
	testkit.Must(t, err)
	p.get(t, http.StatusOK, http.MethodPatch, config, dorman, string(text), &back)

	if again, err := json.Marshal(back); err != nil || string(again) != string(text) {
		t.Errorf("sent back: %s\nbecame %s", text, again)
	}

	// As a new set-up the same text is the shop that exists.
	p.expect(t, http.StatusCreated, "", http.MethodPost, config, dorman, string(text))

	for _, field := range []string{`"clientId":1001`, `"clientCode":"majujaya"`, `"clientCode":"nobody"`} {
		p.expect(t, http.StatusNotFound, "", http.MethodPatch, config, dorman, fmt.Sprintf(`{"id":%q,%s}`, own.ID, field))
	}

	p.expect(t, http.StatusOK, "", http.MethodPatch, config, dorman, fmt.Sprintf(`{"id":%q,"name":"Dorman","topOperators":[],"banners":[]}`, own.ID))
}

// Set-up and publication need permission 301; another payment link also needs the password, whoever asks.
func testRightsOfShops(t *testing.T, p *program, maju shop.ShopConfig) {
	t.Helper()

	const config, elsewhere = "/v1/webapp/config", "https://evil-collector.example.com/pay"

	for _, name := range []string{"viewer", "finance"} {
		who := p.signIn(t, 1001, name)

		p.expect(t, http.StatusOK, "", http.MethodGet, config, who, "")

		for _, field := range []string{fmt.Sprintf(`"deeplinkUrl":%q`, elsewhere), `"name":"Mine"`, `"fallbackUrl":"https://x.id"`} {
			p.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPatch, config, who, fmt.Sprintf(`{"id":%q,"password":"Loket-Demo-2026",%s}`, maju.ID, field))
		}

		p.expect(t, http.StatusForbidden, "", http.MethodPost, config, who, `{"name":"Mine"}`)
		p.expect(t, http.StatusForbidden, "", http.MethodPatch, config+"/publication", who, fmt.Sprintf(`{"id":%q,"isPublished":false}`, maju.ID))
		p.expect(t, http.StatusForbidden, "", http.MethodPatch, config+"/toggle-favorite", who, `{"productId":"FF","favorite":true}`)

		if status, text := p.send(t, "/v1/files/upload", who, part("files", "a")+"--x--\r\n", "multipart/form-data; boundary=x"); status != http.StatusForbidden {
			t.Errorf("%s uploads: %d %s", name, status, text)
		}
	}

	root := p.signIn(t, 1001, "root")
	redirect := func(more string) string { return fmt.Sprintf(`{"id":%q,"deeplinkUrl":%q%s}`, maju.ID, elsewhere, more) }

	p.expect(t, http.StatusForbidden, "PasswordRequiredError", http.MethodPatch, config, root, redirect(""))
	p.expect(t, http.StatusUnauthorized, "ClientUnauthorizedError", http.MethodPatch, config, root, redirect(`,"password":"wrong"`))
	p.expect(t, http.StatusOK, fmt.Sprintf(`"deeplinkUrl":%q`, maju.DeeplinkURL), http.MethodGet, config, root, "")

	for range 9 { // with the first one as many as at the sign-in
		p.expect(t, http.StatusUnauthorized, "", http.MethodPatch, config, root, redirect(`,"password":"wrong"`))
	}

	p.expect(t, http.StatusForbidden, "ThrottleRejectError", http.MethodPatch, config, root, redirect(`,"password":"Loket-Demo-2026"`))
	// What leads no money elsewhere needs no password.
	p.expect(t, http.StatusOK, "", http.MethodPatch, config, root, fmt.Sprintf(`{"id":%q,"deeplinkUrl":%q,"name":"Maju Games"}`, maju.ID, maju.DeeplinkURL))
}

func part(field, content string) string {
	return "--x\r\nContent-Disposition: form-data; name=\"" + field + "\"; filename=\"a.png\"\r\n\r\n" + content + "\r\n"
}
