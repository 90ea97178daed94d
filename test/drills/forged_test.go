package drills

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"loket/internal/banking"
	"loket/internal/dev/simulate/bankside"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/banktest"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// The flag sets the long run: go test ./test/drills -forged 100000.
var forged = flag.Int("forged", 1500, "forged or altered notices of banks, on each engine")

// forgery changes a signed request as somebody without the keys can.
type forgery func(r *http.Request, body []byte) []byte

func header(name, value string) forgery {
	return func(r *http.Request, body []byte) []byte {
		r.Header.Set(name, value)

		return body
	}
}

func replaced(from, to string) forgery {
	return func(_ *http.Request, body []byte) []byte { return bytes.Replace(body, []byte(from), []byte(to), 1) }
}

// flipped changes one random bit of a body.
func flipped(_ *http.Request, body []byte) []byte {
	out := bytes.Clone(body)
	out[rand.IntN(len(out))] ^= 1 << rand.IntN(7)

	return out
}

// forgeries of payments and of webhooks.
var (
	forgedPayments = []forgery{
		replaced("50000.00", "90000.00"), replaced("000001", "000002"), replaced("IDR", "idr"), flipped, header("X-Signature", "AAAA"),
		header("X-Timestamp", "2026-11-21T14:00:00+07:00"), header("X-Partner-Id", "partner-2"), header("Authorization", "Bearer x.y.z"),
	}
	forgedWebhooks = []forgery{
		replaced("50123", "90123"), replaced("CR", "DB"), flipped, header("Signature", "00"), header("Signature", strings.Repeat("ab", 32)),
	}
)

// attack sends forged payments and webhooks. It returns how many were accepted.
func attack(t *testing.T, address string, n *banktest.Node, count int) int {
	t.Helper()

	caller, hook := banktest.CallerOf(address, n.Clock), n.Hook()
	hook.URL = address + "/callbacks/moota/" + banktest.MootaCode

	_, err := caller.Token(t.Context())
	must(t, err)

	var (
		wg       sync.WaitGroup
		mu       sync.Mutex
		accepted int
	)

	for s := range senders {
		wg.Go(func() {
			for i := s; i < count; i += senders {
				status, err := forge(t.Context(), caller, hook, i)
				if err != nil {
					t.Error(err)
				}

				if status == http.StatusOK {
					mu.Lock()
					accepted++
					mu.Unlock()
				}
			}
		})
	}

	wg.Wait()

	return accepted
}

func forge(ctx context.Context, caller *bankside.Snap, hook *bankside.Moota, i int) (int, error) {
	alter := func(list []forgery) func(r *http.Request) {
		return func(r *http.Request) {
			text, _ := io.ReadAll(r.Body) // of a buffer
			text = list[i/2%len(list)](r, text)
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
		}
	}

	if i%2 == 0 {
		reply, err := hook.Send(ctx, bankside.MutationsBody(bankside.Mutation{
			ID: requestID(i), AccountNo: banktest.OurAccount, Amount: 50_123, At: drillStart,
		}), alter(forgedWebhooks))

		return reply.Status, err
	}

	p := bankside.Payment{Prefix: banktest.Prefix, AccountNo: banktest.AccountNo(1), Amount: 50_000, RequestID: requestID(i), At: drillStart}
	reply, err := caller.Do(ctx, bankside.Call{Path: bankside.PaymentPath, Body: p.Body(), ExternalID: strconv.Itoa(i), Alter: alter(forgedPayments)})

	return reply.Status, err
}

// TestForgedNotices sends forged and altered payments and webhooks: none is accepted, stored or credited.
func TestForgedNotices(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		banktest.Fill(t, d, 2)
		n := banktest.New(t, d, banktest.Options{})

		if accepted := attack(t, n.URL, n, *forged); accepted > 0 {
			t.Errorf("%d were accepted", accepted)
		}

		for table, where := range map[string]string{"wallet_history": "", "inbox_notices": "", "bank_transfers": "", "va_payments": ""} {
			if rows := testkit.Value[int](t, d, "SELECT COUNT(*) FROM "+table+where); rows > 0 {
				t.Errorf("%d rows in %s", rows, table)
			}
		}

		testkit.ProveBooks(t, d)
	})
}

// TestForgedGateSeesACreditBeforeTheCheck plants the bug that the drill must catch: the payment is credited before its
// signature is checked.
func TestForgedGateSeesACreditBeforeTheCheck(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		banktest.Fill(t, d, 2)
		n := banktest.New(t, d, banktest.Options{})

		bad := between(t, n, func(body []byte) []byte {
			var in struct {
				Number    string `json:"virtualAccountNo"`
				RequestID string `json:"paymentRequestId"`
			}

			if json.Unmarshal(body, &in) == nil && in.RequestID != "" {
				_, _ = banktest.Credit(context.WithoutCancel(t.Context()), d, n.TopUps, drillStart, banking.VAPayment{
					Bank: banktest.Bank, AccountNo: strings.TrimSpace(in.Number), PaymentRequestID: in.RequestID, Amount: money.Rupiah(50_000), PaidAt: drillStart,
				})
			}

			return body
		})

		attack(t, bad, n, 64)

		if count, _ := banktest.Credited(t, d); count == 0 {
			t.Error("nothing was credited, so the drill can't see the bug")
		}
	})
}

// between starts a proxy in front of a node, which sees and may change bodies.
func between(t *testing.T, n *banktest.Node, change func(body []byte) []byte) string {
	t.Helper()

	target, err := url.Parse(n.URL)
	must(t, err)

	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)

		body, _ := io.ReadAll(r.In.Body) // the node refuses what is missing
		body = change(body)
		r.Out.Body, r.Out.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	}}
	server := httptest.NewServer(proxy)
	t.Cleanup(server.Close)

	return server.URL
}

// transferToBCA makes an open order at an account of ours (1 at BCA, 2 at Mandiri, which has the same number), and
// transfers its exact amount to the account at BCA several times. It returns how many were credited.
func transferToBCA(t *testing.T, n *banktest.Node, account int) (credited int64) {
	t.Helper()

	now := time.Now()
	testkit.Exec(t, n.DB, `INSERT INTO topup_orders (id, client_id, wallet_id, wallet_type, bank_account_id, nominal, code, amount, reference, status, created_by, created_at, expires_at)
		VALUES (1, 1, 1, 'level_1', $1, 50000, 123, 50123, '00031', 'pending', 'user:1', $2, $3)`, account, now.UnixMicro(), now.Add(time.Hour).UnixMicro())
	testkit.Exec(t, n.DB, "INSERT INTO unique_codes (bank_account_id, code, order_id) VALUES ($1, 123, 1)", account)

	const times = 5

	for i := range times {
		_, err := n.Hook().Send(t.Context(), bankside.MutationsBody(
			bankside.Mutation{ID: requestID(i), AccountNo: banktest.OurAccount, Amount: 50_123, At: now}), nil)
		must(t, err)
	}

	testkit.Eventually(t, settleTime, "all are applied", func() bool {
		return testkit.Value[int](t, n.DB, "SELECT COUNT(*) FROM bank_transfers") == times
	})

	count, _ := banktest.Credited(t, n.DB)

	return count
}

// TestMatchNeedsTheAccount transfers the amount of an open order at Mandiri to our account with the same number at BCA,
// which credits nothing. A match without the account would credit it, as it credits an order at BCA.
func TestMatchNeedsTheAccount(t *testing.T) {
	t.Parallel()

	for account, want := range map[int]int64{1: 1, 2: 0} {
		t.Run(fmt.Sprint("account ", account), func(t *testing.T) {
			t.Parallel()
			testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
				banktest.Fill(t, d, 2)

				if credited := transferToBCA(t, banktest.New(t, d, banktest.Options{}), account); credited != want {
					t.Errorf("%d credited", credited)
				}

				testkit.ProveBooks(t, d)
			})
		})
	}
}
