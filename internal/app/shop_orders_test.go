package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/platform/db"
)

// shopper buys in the shop of client 1001.
type shopper struct {
	*program

	price int64
}

// madeOrder is the answer to a new order.
type madeOrder struct {
	ID         string `json:"id"`
	Link       string `json:"link"`
	PaymentURL string `json:"paymentUrl"`
	Price      int64  `json:"price"`
}

func newShopper(t *testing.T, p *program) shopper {
	t.Helper()

	_, page := p.ask(t, http.MethodGet, "/majujaya/TSEL", "", "")

	found := regexp.MustCompile(`"code":"TSEL10"[^}]*"price":(\d+)`).FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("TSEL10 is not sold: %s", page)
	}

	price, err := strconv.ParseInt(found[1], 10, 64)
	testkit.Must(t, err)

	return shopper{p, price}
}

func (s shopper) order(t *testing.T, key, body string) (int, string) {
	t.Helper()

	return s.create(t, "/shop/v1/majujaya/orders", "", "a-random-text-of-a-shopper-"+key, body)
}

func (s shopper) input(price int64, destination string) string {
	return fmt.Sprintf(`{"productCode":"TSEL10","price":%d,"destination":{"number":%q}}`, price, destination)
}

func (s shopper) make(t *testing.T, key, destination string) madeOrder {
	t.Helper()

	status, text := s.order(t, key, s.input(s.price, destination))

	var made madeOrder
	if status != http.StatusCreated || json.Unmarshal([]byte(text), &made) != nil {
		t.Fatalf("an order: %d %s", status, text)
	}

	return made
}

// A shopper buys: the price and the amount are the server's, the client's key alone confirms, and nobody finds another's order.
func TestShoppersOrderOverHTTP(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		p := start(t, d.Engine())
		s, other := newShopper(t, p), "lk_demo_1002"

		for body, want := range map[string]string{
			s.input(s.price-1, "081234567890"):                                 "PriceChangedError",
			s.input(s.price, "0812"):                                           `"destination.number"`,
			s.input(0, "081234567890"):                                         `"price"`,
			`{"productCode":"NONE","price":1,"destination":{}}`:                "NotSoldError",
			`{"productCode":"PLNPOST","price":1,"destination":{}}`:             "NotSoldError",
			`{"productCode":"TSEL10","price":1,"destination":{},"netPrice":1}`: "ValidationError",
			`{"productCode":`:                                                  "ValidationError",
		} {
			if status, text := s.order(t, "refused", body); status < 400 || status >= 500 || !strings.Contains(text, want) {
				t.Errorf("%s: %d %s, want %s", body, status, text, want)
			}
		}

		o := s.make(t, "1", "081234567890")
		paid := "/h2h/v1/storefront-orders/" + o.ID + "/paid"
		right := fmt.Sprintf(`{"amount":%d}`, o.Price)

		if again := s.make(t, "1", "081234567890"); again.ID != o.ID || again.PaymentURL != o.PaymentURL {
			t.Errorf("again: %+v", again)
		}

		link, err := url.Parse(o.PaymentURL)
		testkit.Must(t, err)

		if link.Query().Get("amount") != strconv.FormatInt(o.Price, 10) || !strings.HasSuffix(link.Query().Get("return_url"), o.Link) {
			t.Errorf("the payment link is %s", o.PaymentURL)
		}

		// Who is not the client confirms nothing.
		p.expect(t, http.StatusNotFound, "", http.MethodPost, paid, other, right)
		p.expect(t, http.StatusNotFound, "", http.MethodGet, strings.TrimSuffix(paid, "/paid"), other, "")
		p.expect(t, http.StatusUnauthorized, "", http.MethodPost, paid, "", right)
		p.expect(t, http.StatusUnauthorized, "", http.MethodPost, paid, p.signIn(t, 1001, "root"), right)
		p.expect(t, http.StatusUnprocessableEntity, "PaymentAmountError", http.MethodPost, paid, demo.MainKey, fmt.Sprintf(`{"amount":%d}`, o.Price-1))
		p.expect(t, http.StatusBadRequest, "", http.MethodPost, paid, demo.MainKey, `{}`)
		p.expect(t, http.StatusNotFound, "", http.MethodPost, "/h2h/v1/storefront-orders/1/paid", demo.MainKey, right)

		page := "/shop/v1" + o.Link
		p.expect(t, http.StatusOK, `"status":"waiting"`, http.MethodGet, page, "", "")
		p.expect(t, http.StatusOK, `"filled":{"number":"081234567890"}`, http.MethodGet, page, "", "")
		p.expect(t, http.StatusNotFound, "", http.MethodGet, page+"x", "", "")
		p.expect(t, http.StatusNotFound, "", http.MethodGet, "/shop/v1/majujaya/orders/"+o.ID, "", "")
		p.expect(t, http.StatusNotFound, "", http.MethodGet, strings.Replace(page, "majujaya", "dorman", 1), "", "")

		// The shop is taken back before the payment arrives: the order counts all the same.
		testkit.Exec(t, p.DB, "UPDATE storefronts SET is_published = FALSE")

		if status, text := s.order(t, "2", s.input(s.price, "081234567891")); status != http.StatusConflict || !strings.Contains(text, "ShopClosedError") {
			t.Errorf("in a closed shop: %d %s", status, text)
		}

		for range 3 {
			p.expect(t, http.StatusOK, o.ID, http.MethodPost, paid, demo.MainKey, right)
		}

		testkit.Eventually(t, ordertest.Patience, "the order arrives", func() bool {
			_, text := p.ask(t, http.MethodGet, page, "", "")

			return strings.Contains(text, `"status":"success"`)
		})

		p.expect(t, http.StatusConflict, "StorefrontOrderPlacedError", http.MethodPost, strings.TrimSuffix(paid, "paid")+"give-up", demo.MainKey, "")
		testkit.Eventually(t, ordertest.Patience, "lists have its end", func() bool {
			_, text := p.ask(t, http.MethodGet, "/h2h/v1/storefront-orders?status=success", demo.MainKey, "")

			return strings.Contains(text, o.ID)
		})

		for _, before := range []string{"-1", "x", "99999999999999999999"} {
			p.expect(t, http.StatusBadRequest, `"before"`, http.MethodGet, "/h2h/v1/storefront-orders?before="+before, demo.MainKey, "")
		}

		p.expect(t, http.StatusOK, `"data":[]`, http.MethodGet, "/h2h/v1/storefront-orders?before=1", demo.MainKey, "")

		if n := testkit.Value[int](t, p.DB, "SELECT COUNT(*) FROM orders WHERE client_ref = $1", "shop-"+o.ID); n != 1 {
			t.Errorf("%d orders on the wallet", n)
		}

		// Its key is for root users of the client.
		p.expect(t, http.StatusOK, "lkpay_", http.MethodGet, "/v1/webapp/payment-key", p.signIn(t, 1001, "root"), "")
		p.expect(t, http.StatusForbidden, "", http.MethodGet, "/v1/webapp/payment-key", p.signIn(t, 1001, "finance"), "")
		p.expect(t, http.StatusNotFound, "", http.MethodGet, "/v1/webapp/payment-key", p.signIn(t, 1004, "root"), "")
		testkit.ProveBooks(t, p.DB)
	})
}
