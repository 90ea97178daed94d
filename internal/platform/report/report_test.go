package report_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"loket/internal/platform/report"
	"loket/internal/platform/secret"
)

func TestReportsReachTheAddress(t *testing.T) {
	t.Parallel()

	got := make(chan string, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}

		got <- string(body)

		w.WriteHeader(http.StatusOK)
	}))
	t.Cleanup(server.Close)

	r, err := report.New(report.Options{
		DSN: secret.Text(strings.Replace(server.URL, "http://", "http://key@", 1) + "/7"), Release: "r1", Environment: "test",
	})
	if err != nil {
		t.Fatal(err)
	}

	r.Report(t.Context(), fmt.Errorf("place an order: %w", errors.New("disk full")), "REQUEST-1")
	r.Close(time.Minute)

	select {
	case body := <-got:
		for _, want := range []string{"disk full", "REQUEST-1", "r1"} {
			if !strings.Contains(body, want) {
				t.Errorf("the report lacks %q: %s", want, body)
			}
		}
	case <-time.After(time.Minute):
		t.Error("nothing was sent")
	}
}

func TestNothingIsSentWithoutAnAddress(t *testing.T) {
	t.Parallel()

	r, err := report.New(report.Options{})
	if err != nil {
		t.Fatal(err)
	}

	r.Report(t.Context(), errors.New("x"), "y")
	r.Close(time.Second)

	if _, err := report.New(report.Options{DSN: "nonsense with key-123"}); err == nil {
		t.Error("a faulty address is taken")
	}
}
