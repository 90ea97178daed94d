package snap_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/banking/snap"
	"loket/internal/banking/topup"
	"loket/internal/dev/simulate/bankside"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/banktest"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

func TestMain(m *testing.M) { testkit.Main(m) }

var start = time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC)

// desk is a node with a bank that calls it.
type desk struct {
	*banktest.Node

	bank  *bankside.Snap
	clock *clock.Manual
	last  atomic.Int64 // external id
}

func newDesk(t *testing.T, d *db.DB, change func(p *snap.Partner)) *desk {
	t.Helper()
	banktest.Fill(t, d, 2)

	clk := clock.NewManual(start)
	n := banktest.New(t, d, banktest.Options{Clock: clk, Partner: change})

	return &desk{Node: n, bank: n.Caller(), clock: clk}
}

func payment(id string, amount int64) bankside.Payment {
	return bankside.Payment{
		Prefix: banktest.Prefix, AccountNo: banktest.AccountNo(1), Amount: amount, RequestID: id, Reference: "REF-" + id, At: start,
	}
}

// call makes a call with a new external id.
func (k *desk) call(t *testing.T, path, body string, alter func(r *http.Request)) bankside.Reply {
	t.Helper()

	return k.callAs(t, path, body, strconv.FormatInt(k.last.Add(1), 10), alter)
}

func (k *desk) callAs(t *testing.T, path, body, externalID string, alter func(r *http.Request)) bankside.Reply {
	t.Helper()

	reply, err := k.bank.Do(context.WithoutCancel(t.Context()), bankside.Call{Path: path, Body: []byte(body), ExternalID: externalID, Alter: alter})
	testkit.Must(t, err)

	if reply.Code != "" && reply.Code[:3] != strconv.Itoa(reply.Status) {
		t.Errorf("status %d with code %s", reply.Status, reply.Code)
	}

	return reply
}

func (k *desk) pay(t *testing.T, p bankside.Payment) bankside.Reply {
	t.Helper()

	return k.call(t, bankside.PaymentPath, string(p.Body()), nil)
}

func wants(t *testing.T, what string, got bankside.Reply, code string) {
	t.Helper()

	if got.Code != code {
		t.Errorf("%s: %d %s", what, got.Status, got.Body)
	}
}

// An inquiry and a payment are answered as the standard says, and the payment is credited once.
func TestInquiryAndPayment(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		k := newDesk(t, d, nil)

		var said struct {
			Data map[string]any `json:"virtualAccountData"`
		}

		got := k.call(t, bankside.InquiryPath, string(payment("r1", 500_000).InquiryBody()), nil)
		wants(t, "inquiry", got, "2002400")
		testkit.Must(t, json.Unmarshal(got.Body, &said))

		if said.Data["virtualAccountName"] != "Toko" || said.Data["inquiryStatus"] != "00" || said.Data["partnerServiceId"] != "    8077" ||
			fmt.Sprint(said.Data["totalAmount"]) != "map[currency:IDR value:0.00]" {
			t.Errorf("inquiry: %s", got.Body)
		}

		got = k.pay(t, payment("r1", 500_000))
		wants(t, "payment", got, "2002500")
		testkit.Must(t, json.Unmarshal(got.Body, &said))

		if said.Data["paymentFlagStatus"] != "00" || said.Data["paymentRequestId"] != "r1" || said.Data["virtualAccountNo"] != "    8077000001" ||
			fmt.Sprint(said.Data["paidAmount"]) != "map[currency:IDR value:500000.00]" {
			t.Errorf("payment: %s", got.Body)
		}

		if count, sum := banktest.Credited(t, d); count != 1 || sum != 500_000 {
			t.Errorf("credited %d: %d", count, sum)
		}

		list, err := k.Inbox.List(t.Context(), inboxFilter)
		testkit.Must(t, err)

		if len(list) != 1 || list[0].Result != "2002500 Successful" || !strings.Contains(list[0].Body, `"r1"`) || list[0].AppliedAt.IsZero() {
			t.Errorf("inbox: %+v", list)
		}

		testkit.ProveBooks(t, d)
	})
}

// The bank repeats what it got no answer to. Nothing is credited twice.
func TestRepeats(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		k := newDesk(t, d, nil)
		first, advised := payment("r1", 500_000), payment("r1", 500_000)
		advised.Advise = true

		body, again := string(first.Body()), string(advised.Body())
		answer := k.callAs(t, bankside.PaymentPath, body, "900", nil)
		wants(t, "first", answer, "2002500")

		wants(t, "same external id", k.callAs(t, bankside.PaymentPath, body, "900", nil), "4092500")
		wants(t, "another external id", k.call(t, bankside.PaymentPath, body, nil), "4092500")

		for _, id := range []string{"900", "901"} {
			got := k.callAs(t, bankside.PaymentPath, again, id, nil)
			wants(t, "advised "+id, got, "2002500")

			if strings.TrimSpace(string(got.Body)) != strings.TrimSpace(string(answer.Body)) {
				t.Errorf("not the first answer: %s", got.Body)
			}
		}

		changed, other := advised, payment("r2", 600_000)
		changed.Amount = 500_001
		wants(t, "another amount", k.pay(t, changed), "4042518")

		changed.Amount, changed.AccountNo = 500_000, banktest.AccountNo(2)
		wants(t, "another account", k.pay(t, changed), "4042518")

		other.Advise = true
		wants(t, "another payment under a used external id", k.callAs(t, bankside.PaymentPath, string(other.Body()), "900", nil), "4092500")
		wants(t, "advised although it is the first", k.pay(t, other), "2002500")

		// An inquiry has external ids of its own. The next day they may be used again.
		inquiry := string(first.InquiryBody())
		wants(t, "inquiry", k.callAs(t, bankside.InquiryPath, inquiry, "900", nil), "2002400")
		wants(t, "inquiry again", k.callAs(t, bankside.InquiryPath, inquiry, "900", nil), "4092400")

		k.clock.Advance(24 * time.Hour)
		k.bank.Forget()
		wants(t, "inquiry on the next day", k.callAs(t, bankside.InquiryPath, inquiry, "900", nil), "2002400")
		wants(t, "payment on the next day", k.callAs(t, bankside.PaymentPath, again, "900", nil), "2002500")

		if count, sum := banktest.Credited(t, d); count != 2 || sum != 1_100_000 {
			t.Errorf("credited %d: %d", count, sum)
		}

		k.clock.Advance(snap.Kept)

		if n, err := k.Snap.Purge(t.Context()); err != nil || n == 0 {
			t.Errorf("purged %d, %v", n, err)
		}

		k.bank.Forget()
		wants(t, "payment after a week", k.callAs(t, bankside.PaymentPath, again, "900", nil), "2002500")

		if count, _ := banktest.Credited(t, d); count != 2 {
			t.Errorf("credited %d", count)
		}

		testkit.ProveBooks(t, d)
	})
}

// What can't be credited is refused with the standard's codes.
func TestRefusals(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		k := newDesk(t, d, nil)
		testkit.Exec(t, d, "UPDATE virtual_accounts SET active = FALSE WHERE client_id = 2")

		good := string(payment("r1", 500_000).Body())
		set := func(from, to string) string {
			if !strings.Contains(good, from) {
				t.Fatalf("no %s in %s", from, good)
			}

			return strings.Replace(good, from, to, 1)
		}
		account := func(no string) string {
			p := payment("r1", 500_000)
			p.AccountNo = no

			return string(p.Body())
		}
		amount := func(value string) string { return set(`"500000.00"`, value) }

		for name, c := range map[string][2]string{
			"unknown number":    {account("8077999999"), "4042512"},
			"inactive":          {account(banktest.AccountNo(2)), "4032518"},
			"fraction":          {amount(`"500000.50"`), "4042513"},
			"zero":              {amount(`"0.00"`), "4042513"},
			"negative":          {amount(`"-500000.00"`), "4042513"},
			"below the minimum": {amount(`"9999.00"`), "4042513"},
			"too much":          {amount(fmt.Sprintf(`"%d.00"`, topup.MaxAmount+1)), "4042513"},
			"no decimals":       {amount(`"500000"`), "4002501"},
			"three decimals":    {amount(`"500000.000"`), "4002501"},
			"exponent":          {amount(`"5e5"`), "4002501"},
			"number":            {amount(`500000.00`), "4002501"},
			"long amount":       {amount(`"99999999999999999.00"`), "4002501"},
			"no value":          {amount(`""`), "4002502"},
			"other currency":    {set(`"IDR"`, `"USD"`), "4002501"},
			"no amount":         {set(`"paidAmount"`, `"amount"`), "4002502"},
			"no request id":     {set(`"paymentRequestId":"r1"`, `"x":"r1"`), "4002502"},
			"long request id":   {set(`"r1"`, `"`+strings.Repeat("r", 129)+`"`), "4002501"},
			"odd request id":    {set(`"r1"`, `"r\u00001"`), "4002501"},
			"no customer":       {set(`"000001"`, `""`), "4002502"},
			"letters":           {set(`"000001"`, `"00000A"`), "4002501"},
			"numbers disagree":  {set(`"000001"`, `"000002"`), "4002501"},
			"given twice":       {set(`"paymentRequestId":"r1"`, `"paymentRequestId":"r1","paymentRequestId":"r2"`), "4002501"},
			"wrong case":        {set(`"paymentRequestId"`, `"paymentrequestid"`), "4002502"},
			"odd flag":          {set(`"customerNo"`, `"flagAdvise":"?","customerNo"`), "4002501"},
			"odd date":          {set(`"2026-11-21T14:00:00+07:00"`, `"yesterday"`), "4002501"},
		} {
			got := k.call(t, bankside.PaymentPath, c[0], nil)
			wants(t, name, got, c[1])
		}

		// Members that we don't know are the bank's own.
		wants(t, "more members", k.call(t, bankside.PaymentPath, set(`"customerNo"`, `"additionalInfo":{"x":[1]},"customerNo"`), nil), "2002500")

		inquiry := payment("r1", 500_000)
		inquiry.AccountNo = "8077999999"
		wants(t, "inquiry of an unknown number", k.call(t, bankside.InquiryPath, string(inquiry.InquiryBody()), nil), "4042412")

		if count, _ := banktest.Credited(t, d); count != 1 {
			t.Errorf("credited %d", count)
		}

		// What became of each is kept for staff.
		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM inbox_notices WHERE result LIKE '4042512%'"); n != 1 {
			t.Errorf("%d unknown numbers in the inbox", n)
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM inbox_notices WHERE result LIKE '4002501%' AND applied_at IS NOT NULL"); n < 10 {
			t.Errorf("%d unreadable payments in the inbox", n)
		}

		testkit.ProveBooks(t, d)
	})
}

// A call is refused before its body is read unless partner, token, signature and time stamp are right.
func TestForgeries(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		k := newDesk(t, d, nil)
		body := string(payment("r1", 500_000).Body())

		token, err := k.bank.Token(t.Context())
		testkit.Must(t, err)

		header := func(name, value string) func(r *http.Request) {
			return func(r *http.Request) { r.Header.Set(name, value) }
		}
		rewrite := func(text string) func(r *http.Request) {
			return func(r *http.Request) {
				r.Body = http.NoBody
				if text != "" {
					r.Body = readCloser(text)
				}

				r.ContentLength = int64(len(text))
			}
		}

		for name, c := range map[string]struct {
			alter func(r *http.Request)
			code  string
		}{
			"another amount":      {rewrite(strings.Replace(body, "500000.00", "900000.00", 1)), "4012500"},
			"another account":     {rewrite(strings.ReplaceAll(body, "000001", "000002")), "4012500"},
			"no body":             {rewrite(""), "4012500"},
			"no signature":        {func(r *http.Request) { r.Header.Del("X-Signature") }, "4002502"},
			"empty signature":     {header("X-SIGNATURE", ""), "4002502"},
			"two signatures":      {func(r *http.Request) { r.Header.Add("X-Signature", "AAAA") }, "4002501"},
			"odd signature":       {header("X-SIGNATURE", "AAAA"), "4012500"},
			"another time":        {header("X-TIMESTAMP", "2026-11-21T14:00:01+07:00"), "4012500"},
			"another partner":     {header("X-PARTNER-ID", "partner-2"), "4012500"},
			"no token":            {header("Authorization", "Bearer "), "4012501"},
			"another token":       {header("Authorization", "Bearer "+token+"x"), "4012501"},
			"another scheme":      {header("Authorization", "Basic "+token), "4012501"},
			"odd external id":     {header("X-EXTERNAL-ID", "12a"), "4002501"},
			"long external id":    {header("X-EXTERNAL-ID", strings.Repeat("1", 37)), "4002501"},
			"no channel":          {func(r *http.Request) { r.Header.Del("Channel-Id") }, "4002502"},
			"long channel":        {header("CHANNEL-ID", "123456"), "4002501"},
			"path of the inquiry": {func(r *http.Request) { r.URL.Path = bankside.InquiryPath }, "4012400"},
			"query":               {func(r *http.Request) { r.URL.RawQuery = "x=1" }, "4012500"},
		} {
			wants(t, name, k.call(t, bankside.PaymentPath, body, c.alter), c.code)
		}

		k.testTimes(t, body)

		if count, _ := banktest.Credited(t, d); count != 0 {
			t.Errorf("credited %d", count)
		}
	})
}

// testTimes tries time stamps and tokens that are too old or too new.
func (k *desk) testTimes(t *testing.T, body string) {
	t.Helper()

	now := k.clock.Now()

	for _, c := range []struct {
		away time.Duration
		code string
	}{{-snap.DefaultWindow - time.Second, "4012500"}, {snap.DefaultWindow + time.Second, "4012500"}} {
		k.bank.Now = func() time.Time { return now.Add(c.away) }
		wants(t, c.away.String(), k.call(t, bankside.PaymentPath, body, nil), c.code)
	}

	k.bank.Now = k.clock.Now
	k.clock.Advance(snap.TokenLife)
	k.bank.Now = func() time.Time { return now } // keeps the old token, which has ended
	wants(t, "ended token", k.call(t, bankside.PaymentPath, body, nil), "4012501")

	k.bank.Now = k.clock.Now
}

// The token call is refused unless it is signed with the bank's key.
func TestTokens(t *testing.T) {
	t.Parallel()

	k := newDesk(t, testkit.Open(t, db.SQLite), nil)

	stamp := start.In(time.FixedZone("", 7*3600)).Format(bankside.TimestampLayout)
	ask := func(headers map[string]string, body string) (int, string) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, k.URL+bankside.TokenPath, strings.NewReader(body))
		testkit.Must(t, err)

		for name, value := range headers {
			r.Header.Set(name, value)
		}

		answer, err := http.DefaultClient.Do(r)
		testkit.Must(t, err)

		defer func() { _ = answer.Body.Close() }()

		var said map[string]string
		testkit.Must(t, json.NewDecoder(answer.Body).Decode(&said))

		if said["responseCode"][:3] != strconv.Itoa(answer.StatusCode) {
			t.Errorf("%d %v", answer.StatusCode, said)
		}

		return answer.StatusCode, said["responseCode"] + said["expiresIn"]
	}

	const grant = `{"grantType":"client_credentials"}`

	right := map[string]string{"X-CLIENT-KEY": "client-1", "X-TIMESTAMP": stamp, "X-SIGNATURE": signToken(t, "client-1|"+stamp)}
	with := func(name, value string) map[string]string {
		out := map[string]string{}
		maps.Copy(out, right)
		out[name] = value

		return out
	}

	for name, c := range map[string]struct {
		headers map[string]string
		body    string
		code    string
	}{
		"right":           {right, grant, "2007300900"},
		"another client":  {with("X-CLIENT-KEY", "client-2"), grant, "4017300"},
		"odd signature":   {with("X-SIGNATURE", "AAAA"), grant, "4017300"},
		"another time":    {with("X-TIMESTAMP", "2026-11-21T14:00:01+07:00"), grant, "4017300"},
		"no client":       {with("X-CLIENT-KEY", ""), grant, "4007302"},
		"no grant":        {right, `{}`, "4007302"},
		"another grant":   {right, `{"grantType":"password"}`, "4007301"},
		"no JSON":         {right, `grantType=client_credentials`, "4007301"},
		"grant in a list": {right, `[]`, "4007301"},
	} {
		if status, code := ask(c.headers, c.body); code != c.code {
			t.Errorf("%s: %d %s", name, status, code)
		}
	}

	k.clock.Advance(snap.DefaultWindow + time.Second)

	if _, code := ask(right, grant); code != "4017300" {
		t.Errorf("an old signature: %s", code)
	}
}

// Both ways of signing, in both encodings, over exact and minified bodies.
func TestEveryWayOfSigning(t *testing.T) {
	t.Parallel()

	for _, signing := range []snap.Signing{snap.Symmetric, snap.Asymmetric} {
		for _, encoding := range []snap.Encoding{snap.Base64, snap.Hex} {
			for _, hash := range []snap.BodyHash{snap.Minified, snap.Exact} {
				k := newDesk(t, testkit.Open(t, db.SQLite), func(p *snap.Partner) { p.Signing, p.Encoding, p.BodyHash = signing, encoding, hash })
				k.bank.Asymmetric, k.bank.Hex = signing == snap.Asymmetric, encoding == snap.Hex
				name := fmt.Sprint(signing, " ", encoding, " ", hash)
				wants(t, name, k.pay(t, payment("r1", 500_000)), "2002500")

				// The bank signs the minified body; this one has blanks.
				spaced, want := strings.ReplaceAll(string(payment("r2", 500_000).Body()), `":`, `": `), "2002500"
				if hash == snap.Exact {
					want = "4012500"
				}

				wants(t, name+" spaced", k.call(t, bankside.PaymentPath, spaced, nil), want)

				k.bank.Hex = !k.bank.Hex
				wants(t, name+" in the other encoding", k.pay(t, payment("r3", 500_000)), "4012500")
			}
		}
	}
}
