package invoices

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"loket/internal/api"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/limittest"
	"loket/internal/dev/testkit/parts"
	"loket/internal/identity"
	"loket/internal/money/invoice"
	"loket/internal/money/settlement"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

const ownClient = 1001

// always signs a user of the client in.
type always struct{}

func (always) Authenticate(context.Context, string) (identity.Principal, error) {
	return identity.Principal{
		Kind: identity.SessionKind, ClientID: ownClient, UserID: 12, Scope: identity.FullScope, TimeZone: clock.DefaultZone,
		Permissions: identity.MakePermissions(identity.InvoiceList),
	}, nil
}

func (always) RequireProof(context.Context, *identity.Principal) error { return nil }

func (a always) AuthenticateUnattended(ctx context.Context, token string) (identity.Principal, error) {
	return a.Authenticate(ctx, token)
}

func (always) Sandbox(context.Context, int64) (int64, bool, error) { return 0, false, nil }

func (a always) AuthenticateKey(ctx context.Context, key, _ string) (identity.Principal, error) {
	return a.Authenticate(ctx, key)
}

var fuzzNow = time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC)

// invoiceRoutes serves the routes about invoices on a database with those of two clients, every third of them paid. It returns the
// statuses of the client's, the newest first.
func invoiceRoutes(f *testing.F) (http.Handler, []string) {
	f.Helper()

	where := db.Options{URL: filepath.Join(f.TempDir(), "fuzz.db")}
	_, err := db.Migrate(f.Context(), where)
	testkit.Must(f, err)

	d, err := db.Open(f.Context(), where)
	testkit.Must(f, err)
	f.Cleanup(func() { _ = d.Close() })

	service := parts.New(f, d, clock.NewManual(fuzzNow)).Invoices(f, &limittest.Memory{}, invoice.Options{}, nil)

	var statuses []string

	for _, id := range []int64{ownClient, ownClient + 1} {
		testkit.InsertClient(f, d, id)

		for n := range int64(3*invoice.PageSize - 4) {
			testkit.Must(f, d.Tx(f.Context(), func(tx *db.Tx) error {
				return service.IssueTx(f.Context(), tx, fuzzNow, settlement.Draft{
					ClientID: id, SettlementID: id, PeriodID: id*100 + n, From: fuzzNow.Add(-time.Hour), To: fuzzNow, Bill: settlement.Bill{Used: 1000},
					DueOn: clock.DayOf(fuzzNow), DueAt: fuzzNow.AddDate(0, 0, 14),
				})
			}))

			made, err := service.OfPeriods(f.Context(), id, []int64{id*100 + n})
			testkit.Must(f, err)

			status := "unpaid"

			if n%3 == 0 {
				_, err := service.MarkPaid(f.Context(), made[id*100+n].ID, invoice.Staff{Actor: "staff:budi", Reason: "paid"})
				testkit.Must(f, err)

				status = "paid"
			}

			if id == ownClient {
				statuses = append(statuses, status)
			}
		}
	}

	slices.Reverse(statuses)

	a := api.New(api.Options{Identity: always{}})
	registerList(a, Services{Invoices: service})
	testkit.Must(f, a.Check())

	return a.Handler(), statuses
}

// FuzzInvoiceRequests proves that any query of the list of invoices gives the page that it asks for or names what is wrong with it, and
// that a form with a proof is accepted only if the standard library finds the same two fields in it, and nothing else.
func FuzzInvoiceRequests(f *testing.F) {
	good := "--b\r\nContent-Disposition: form-data; name=\"date_transfer\"\r\n\r\n2026-11-21\r\n" +
		"--b\r\nContent-Disposition: form-data; name=\"payment_confirmation\"; filename=\"a.pdf\"\r\n\r\n%PDF-1.4 %%EOF\r\n--b--\r\n"

	f.Add("page=2&status=paid", "multipart/form-data; boundary=b", []byte(good))
	f.Add("status=paid&status=unpaid", "multipart/form-data; boundary=b", []byte(strings.TrimSuffix(good, "--b--\r\n")+good))
	f.Add("page=0&page=1;status=", "multipart/form-data; boundary=\"\"", []byte(good[:120]))
	f.Add("status=pending%00&page=-9223372036854775808", "multipart/form-data; boundary=b", bytes.ReplaceAll([]byte(good), []byte("date_transfer"), []byte("payment_confirmation")))
	f.Add("page=2", "multipart/form-data; boundary=b", []byte(strings.TrimSuffix(good, "\n")+"\x1a")) // breaks off at its end
	f.Add("page=3", "multipart/mixed; boundary=b", []byte("--b\nContent-Transfer-Encoding: quoted-printable\n\n=\n--b"))

	routes, statuses := invoiceRoutes(f)

	f.Fuzz(func(t *testing.T, query, kind string, form []byte) {
		checkInvoiceQuery(t, routes, statuses, query)
		checkProofForm(t, routes, kind, form)
	})
}

func request(t *testing.T, routes http.Handler, method string, target url.URL, kind string, body io.Reader) (int, []byte) {
	t.Helper()

	r := httptest.NewRequestWithContext(t.Context(), method, "/", body)
	r.URL, r.RequestURI = &target, target.RequestURI()
	r.Header.Set("Authorization", "Bearer token")
	r.Header.Set("Content-Type", kind)

	w := httptest.NewRecorder()
	routes.ServeHTTP(w, r)

	return w.Code, w.Body.Bytes()
}

func checkInvoiceQuery(t *testing.T, routes http.Handler, statuses []string, query string) {
	t.Helper()

	target := url.URL{Path: "/v1/invoices/client", RawQuery: query}
	status, answer := request(t, routes, http.MethodGet, target, "", http.NoBody)

	if status == http.StatusBadRequest {
		return
	}

	var out Invoices
	if err := json.Unmarshal(answer, &out); status != http.StatusOK || err != nil {
		t.Fatalf("%d %s", status, answer)
	}

	want := statuses
	if asked := target.Query().Get("status"); asked != "" {
		want = slices.DeleteFunc(slices.Clone(statuses), func(s string) bool { return s != asked })
	}

	first := min((out.Page-1)*invoice.PageSize, len(want))
	want = want[first:min(first+invoice.PageSize, len(want))]

	got := []string{}
	for _, i := range out.Data {
		got = append(got, i.Status)
	}

	if !slices.Equal(got, want) {
		t.Fatalf("page %d has %v, want %v", out.Page, got, want)
	}
}

// checkProofForm sends a form about an invoice that does not exist, so an accepted one is not found.
func checkProofForm(t *testing.T, routes http.Handler, kind string, form []byte) {
	t.Helper()

	day, proof, fields := readWhole(kind, form)
	if head, _, err := image.DecodeConfig(bytes.NewReader(proof)); err == nil && head.Width*head.Height > 1<<20 {
		return // slow, and within the limit
	}

	target := url.URL{Path: "/v1/invoices/client/999999/confirm-payment"}
	status, answer := request(t, routes, http.MethodPost, target, kind, bytes.NewReader(form))

	switch status {
	case http.StatusNotFound:
		_, err := clock.ParseDay(day)
		if err != nil || len(proof) == 0 || fields != 2 {
			t.Fatalf("accepted: a day %q and a file of %d bytes in %d fields", day, len(proof), fields)
		}
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge:
	default:
		t.Fatalf("%d %s", status, answer)
	}
}

// readWhole reads a form as the standard library does: its day, its file and the number of its fields.
func readWhole(kind string, form []byte) (day string, proof []byte, fields int) {
	_, params, err := mime.ParseMediaType(kind)
	if err != nil {
		return "", nil, 0
	}

	read, err := multipart.NewReader(bytes.NewReader(form), params["boundary"]).ReadForm(invoice.MaxFile)
	if err != nil {
		return "", nil, 0
	}

	for name, values := range read.Value {
		fields += len(values)

		switch name {
		case invoice.FieldTransfer:
			day = values[0]
		case invoice.FieldProof:
			proof = []byte(values[0])
		}
	}

	for name, list := range read.File {
		fields += len(list)

		opened, err := list[0].Open()
		if err != nil {
			return "", nil, 0
		}

		text, err := io.ReadAll(opened)
		if err != nil {
			return "", nil, 0
		}

		switch name {
		case invoice.FieldTransfer:
			day = string(text)
		case invoice.FieldProof:
			proof = text
		}
	}

	return day, proof, fields
}
