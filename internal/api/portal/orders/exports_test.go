package orders

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"loket/internal/api"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/identity"
	"loket/internal/orders/export"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/file"
	"loket/internal/platform/secret"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// reader is an api.Identity whose tokens are ids of clients.
type reader struct{ api.Identity }

func (reader) Authenticate(_ context.Context, token string) (identity.Principal, error) {
	id, err := strconv.ParseInt(token, 10, 64)

	return identity.Principal{
		Kind: identity.SessionKind, ClientID: id, UserID: 1, Scope: identity.FullScope, Options: identity.UserOptions{DepositEventNewReport: true},
	}, err
}

// apiWithReports answers requests for daily reports. Reports are made when the returned function was called.
func apiWithReports(t *testing.T, d *db.DB) (*api.API, func()) {
	t.Helper()

	clk := clock.NewManual(time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC))
	queue := mailtest.NewQueue(t, d, clk)

	folder, err := file.OpenFolder(t.TempDir())
	testkit.Must(t, err)
	t.Cleanup(func() { testkit.Must(t, folder.Close()) })

	links, err := file.NewLinks(file.LinkOptions{Public: func() string { return "https://loket.example" }, Master: "master", Clock: clk})
	testkit.Must(t, err)

	clients, err := identity.New(d, clk, identity.Options{
		Mail: &mailtest.Recorder{}, Jobs: mailtest.NewQueue(t, d, clk),
		SigningKeys: []secret.Text{secret.Text(strings.Repeat("k", 40))}, PINPepper: secret.Text(strings.Repeat("p", 40)),
	})
	testkit.Must(t, err)

	a := api.New(api.Options{Identity: reader{}})
	registerExports(a, Services{Exports: export.NewService(export.Deps{
		DB: d, Clock: clk, Jobs: queue, Files: folder, Links: links, Mail: &mailtest.Recorder{}, Clients: clients, Log: slog.New(slog.DiscardHandler),
	}, export.Options{})})

	return a, func() { mailtest.Start(t, queue) }
}

// Requests that wait for reports are bounded, of each client and in all. A refused one is told to come back later.
func TestReportRequestsAreBounded(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const first, clients = 2001, maxReportRequests/clientReportRequests + 1

		for i := range int64(clients + 1) {
			testkit.InsertClient(t, d, first+i)
		}

		a, makeReports := apiWithReports(t, d)

		ask := func(client int64) *httptest.ResponseRecorder {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v1/depositevents/orders/reports/export",
				strings.NewReader(`{"startDate":"2026-11-19","endDate":"2026-11-19"}`))
			r.Header.Set("Authorization", "Bearer "+strconv.FormatInt(client, 10))
			r.Header.Set("Content-Type", "application/json")

			w := httptest.NewRecorder()
			a.Handler().ServeHTTP(w, r)

			return w
		}

		type answered struct {
			*httptest.ResponseRecorder

			client int64
		}

		const requests = clients * (clientReportRequests + 1)

		answers := make(chan answered, requests)

		for i := range int64(requests) {
			go func() { client := first + i/(clientReportRequests+1); answers <- answered{ask(client), client} }()
		}

		refused := map[int64]bool{}

		for range requests - maxReportRequests {
			w := <-answers
			refused[w.client] = true

			if w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "BusyError") || w.Header().Get("Retry-After") == "" {
				t.Fatalf("one request more: %d %s", w.Code, w.Body)
			}
		}

		if len(refused) != clients {
			t.Errorf("%d of %d clients were refused a request beyond their share", len(refused), clients)
		}

		if w := ask(first + clients); w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "BusyError") {
			t.Errorf("one request more than all may have: %d %s", w.Code, w.Body)
		}

		makeReports()

		for range maxReportRequests {
			if w := <-answers; w.Code != http.StatusOK {
				t.Errorf("a request that waited: %d %s", w.Code, w.Body)
			}
		}

		if w := ask(first + clients); w.Code != http.StatusOK {
			t.Errorf("after the others have ended: %d %s", w.Code, w.Body)
		}
	})
}
