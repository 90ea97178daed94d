package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Of a flood of costly calls by one client while others work.
const (
	floodWires   = 24
	floodLength  = 4 * time.Second
	floodNumbers = 10_000
	otherCalls   = 50  // a second, of each kind
	floodBeside  = 3.0 // p99 of others beside the same flood of /healthz
)

// flood is what one client calls over and over.
type flood struct {
	name, method, path string
	body               []byte
	public             bool
	keyed              bool // with a key of repeats, another one for each connection
}

// floodsOfClient measures how long others wait while one client floods the program with each kind of costly call, beside an equal
// flood of the cheapest call.
func floodsOfClient(ctx context.Context, b *bench) (err error) {
	demo, err := startDemo(ctx, b.binary)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, demo.stop()) }()

	token, err := tokenOf(ctx, demo.host, `{"clientId":1003,"username":"root","password":"Loket-Demo-2026"}`)
	if err != nil {
		return err
	}

	numbers := make([]string, floodNumbers)
	for i := range numbers {
		numbers[i] = fmt.Sprintf(`"0812%08d"`, i)
	}

	list := strings.Join(numbers, ",")

	floods := []flood{
		{name: "health", method: http.MethodGet, path: "/healthz"},
		{name: "check", method: http.MethodPost, path: "/v1/scheduled-orders/check", body: []byte(`{"productCode":"TSEL10","destinationNos":[` + list + `]}`)},
		{name: "numbers", method: http.MethodPost, path: "/v1/employee/bulk-check", body: []byte(`{"destinationNo":[` + list + `]}`)},
		{name: "products", method: http.MethodGet, path: "/dashboard/v1/products/client/export?format=xlsx"},
		{name: "statement", method: http.MethodGet, path: "/v1/depositevents/statement?depositType=level_1&month=" + time.Now().Format("2006-01")},
		{name: "checkout", method: http.MethodPost, path: "/shop/v1/majujaya/orders", body: []byte(`{"productCode":"TSEL10","price":1,"destination":{"number":"081234567890"}}`), public: true, keyed: true},
		{name: "inquiry", method: http.MethodPost, path: "/shop/v1/majujaya/inquiries", body: []byte(`{"productCode":"PLN20","destination":{"meter":"32014470000"}}`), public: true},
		{name: "sign-in", method: http.MethodPost, path: "/v1/auth", body: []byte(`{"clientId":1003,"username":"nobody","password":"x"}`), public: true},
	}

	took := map[string]figures{}

	for round := range max(b.rounds, 1) {
		for _, f := range floods {
			if took[f.name] == nil {
				took[f.name] = figures{}
			}

			if err := floodRound(ctx, demo.host, token, fmt.Sprint(f.name, "-", round), f, took[f.name]); err != nil {
				return fmt.Errorf("flood of %s: %w", f.name, err)
			}
		}
	}

	for _, f := range floods[1:] {
		for _, other := range []string{"order", "balance", "shop"} {
			b.add(result{
				Name: "flood-" + f.name + "-" + other + "-p99", Value: median(took[f.name][other]), Unit: "ms", Better: lower,
				Beside: "flood of /healthz", BesideValue: median(took["health"][other]),
			}, floodBeside)
		}
	}

	return nil
}

// floodRound floods the program and measures the calls of others meanwhile.
func floodRound(ctx context.Context, host, token, name string, f flood, took figures) error {
	end := over(floodLength)
	failed := make(chan error, floodWires+2) //nolint:mnd // the others

	if f.public {
		token = ""
	}

	for number := range floodWires {
		go func() {
			w, err := dial(ctx, host, token)
			if err != nil {
				failed <- err

				return
			}
			defer func() { _ = w.conn.Close() }()

			if f.keyed {
				w.extra = fmt.Appendf(nil, "Idempotency-Key: %s-%d\r\n", name, number)
			}

			for {
				select {
				case <-end:
					failed <- nil

					return
				default:
				}

				if _, _, err := w.call(f.method, f.path, f.body); err != nil {
					failed <- err

					return
				}
			}
		}()
	}

	var balance, shop outcome

	for path, out := range map[string]*outcome{"/h2h/v1/balance": &balance, "/majujaya": &shop} {
		go func() {
			var err error

			*out, err = readsOfKey(ctx, host, path, end)
			failed <- err
		}()
	}

	orders, err := ordersOfKey(ctx, host, name, end)
	for range cap(failed) {
		err = errors.Join(err, <-failed)
	}

	for kind, out := range map[string]outcome{"order": orders, "balance": balance, "shop": shop} {
		took.add(kind, milliseconds(out.p99))
	}

	return err
}

// readsOfKey reads a path with the key of the demo's main client at a fixed rate.
func readsOfKey(ctx context.Context, host, path string, until <-chan struct{}) (outcome, error) {
	return pacedAt(ctx, host, mainKey, "", listWires, otherCalls, until, func(w *wire, _, _ int) error {
		return expect(http.StatusOK)(w.call(http.MethodGet, path, nil))
	})
}

// tokenOf signs in and returns the session's token.
func tokenOf(ctx context.Context, host, credentials string) (string, error) {
	w, err := dial(ctx, host, "")
	if err != nil {
		return "", err
	}
	defer func() { _ = w.conn.Close() }()

	_, text, err := w.call(http.MethodPost, "/v1/auth", []byte(credentials))
	if err != nil {
		return "", err
	}

	var out struct {
		Token string `json:"token"`
	}

	if err := json.Unmarshal(text, &out); err != nil || out.Token == "" {
		return "", fmt.Errorf("sign in: %s: %w", text, err)
	}

	return out.Token, nil
}
