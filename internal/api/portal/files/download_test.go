package files

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"loket/internal/api"
	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/file"
	"loket/internal/platform/limiter"
)

// The readers of one client's files leave places for those of others.
func TestFileReadersHaveShares(t *testing.T) {
	t.Parallel()

	places := newFilePlaces()

	ended, end := context.WithCancel(t.Context())
	end()

	enter := func(owner string) bool {
		leave, err := places.Enter(ended, limiter.Caller[string]{Key: owner})
		if err == nil {
			t.Cleanup(leave)
		}

		return err == nil
	}

	taken := 0
	for taken <= clientFilePlaces && enter("1") {
		taken++
	}

	if taken != clientFilePlaces || !enter("2") {
		t.Errorf("one client has %d places, and leaves none", taken)
	}
}

// A file is read in a place of the client whose file it is, and refused without one.
func TestFilesAreReadInPlaces(t *testing.T) {
	t.Parallel()

	clk := clock.NewManual(time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC))
	links, err := file.NewLinks(file.LinkOptions{Public: func() string { return "https://loket.example" }, Master: "master", Clock: clk})
	testkit.Must(t, err)

	folder, err := file.OpenFolder(t.TempDir())
	testkit.Must(t, err)
	t.Cleanup(func() { testkit.Must(t, folder.Close()) })

	places := limiter.NewTurns[string](limiter.TurnsOptions{Places: 2, Share: 1, Retry: time.Second})
	handler := Services{Links: links, Files: folder}.download(api.New(api.Options{}), places)
	get := func(client int64) int {
		link, err := links.URL(file.Link{Key: file.NewKey("exports", client, "csv"), Name: "orders.csv", Until: clk.Now().Add(time.Hour)})
		testkit.Must(t, err)

		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, link, nil))

		return w.Code
	}

	leave, err := places.Enter(t.Context(), limiter.Caller[string]{Key: "1"})
	testkit.Must(t, err)

	if one, other := get(1), get(2); one != http.StatusServiceUnavailable || other != http.StatusNotFound {
		t.Errorf("while a file of client 1 is read: %d, of client 2 %d", one, other)
	}

	leave()

	if again := get(1); again != http.StatusNotFound {
		t.Errorf("afterwards: %d", again)
	}
}
