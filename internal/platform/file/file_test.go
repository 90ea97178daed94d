package file_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"loket/internal/dev/testkit/filetest"
	"loket/internal/platform/clock"
	"loket/internal/platform/file"
	"loket/internal/platform/secret"
)

var now = time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC)

func put(t *testing.T, s file.Store, key file.Key, text string) file.Info {
	t.Helper()

	w, err := s.Create(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}

	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}

	info, err := w.Commit()
	if err != nil {
		t.Fatal(err)
	}

	return info
}

func links(t *testing.T, base, master string, clk clock.Clock) *file.Links {
	t.Helper()

	l, err := file.NewLinks(file.LinkOptions{Files: base, Master: secret.Text(master), Clock: clk, Public: func() string { return "https://loket.example/" }})
	if err != nil {
		t.Fatal(err)
	}

	return l
}

// A link can be used repeatedly until it expires. All refusals look the same.
func TestLinks(t *testing.T) {
	t.Parallel()
	filetest.EachStore(t, checkLinks)
}

func checkLinks(t *testing.T, s file.Store) {
	clk := clock.NewManual(now)
	l := links(t, "", "master", clk)
	key, other := file.NewKey("orders", 1001, "csv"), file.NewKey("orders", 1002, "csv")
	put(t, s, key, "a,b\r\n")
	put(t, s, other, "of another client")

	text, err := l.URL(file.Link{Key: key, Name: "orders.csv", Until: now.Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}

	ask := func(target string) (*httptest.ResponseRecorder, error) {
		w := httptest.NewRecorder()

		return w, filetest.Serve(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, target, nil), s, l)
	}

	for range 2 {
		w, err := ask(text)
		if err != nil || w.Body.String() != "a,b\r\n" {
			t.Fatalf("%v %q", err, w.Body)
		}

		for name, want := range map[string]string{
			"Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename="orders.csv"`,
			"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
		} {
			if got := w.Header().Get(name); got != want {
				t.Errorf("%s: %q", name, got)
			}
		}
	}

	foreign, err := links(t, "", "another master", clk).URL(file.Link{Key: key, Name: "orders.csv", Until: now.Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}

	gone, err := l.URL(file.Link{Key: file.NewKey("orders", 1001, "csv"), Name: "orders.csv", Until: now.Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}

	for what, target := range map[string]string{
		"another client's file": strings.Replace(text, string(key), string(other), 1),
		"a longer life":         strings.Replace(text, "until=", "until=9", 1),
		"another name":          strings.Replace(text, "orders.csv", "orders.exe", 1),
		"no signature":          text[:strings.Index(text, "&signature")] + "&until=" + url.QueryEscape("1"),
		"another key":           foreign,
		"a file that is gone":   gone,
		"nothing":               "/files/",
		"up":                    "/files/../../etc/passwd",
	} {
		w, err := ask(target)
		if !file.ErrLink.Is(err) || w.Body.Len() > 0 {
			t.Errorf("%s: %v", what, err)
		}
	}

	clk.Advance(time.Hour)

	if _, err := ask(text); !file.ErrLink.Is(err) {
		t.Errorf("an ended link: %v", err)
	}
}

func TestLinksInMessagesHaveAnOrigin(t *testing.T) {
	t.Parallel()

	link := file.Link{Key: file.NewKey("orders", 1, "csv"), Name: "a.csv", Until: now}
	for base, want := range map[string]string{"": "https://loket.example/files/orders/1/", "https://files.example.com/": "https://files.example.com/files/orders/1/"} {
		if text, err := links(t, base, "master", clock.NewManual(now)).MailURL(link); err != nil || !strings.HasPrefix(text, want) {
			t.Errorf("%s, %v", text, err)
		}
	}
}

func TestADownloadGoesOn(t *testing.T) {
	t.Parallel()
	filetest.EachStore(t, checkRanges)
}

func checkRanges(t *testing.T, s file.Store) {
	l := links(t, "https://files.example.com/", "master", clock.NewManual(now))
	key := file.NewKey("orders", 1001, "xlsx")
	put(t, s, key, "0123456789")

	text, err := l.URL(file.Link{Key: key, Name: "o.xlsx", Until: now.Add(time.Hour)})
	if err != nil || !strings.HasPrefix(text, "https://files.example.com/files/orders/1001/") {
		t.Fatal(text, err)
	}

	for ranges, want := range map[string]string{"bytes=4-": "456789", "bytes=-2": "89", "bytes=2-4": "234", "bytes=0-0": "0"} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, text, nil)
		r.Header.Set("Range", ranges)

		w := httptest.NewRecorder()
		if err := filetest.Serve(w, r, s, l); err != nil || w.Code != http.StatusPartialContent || w.Body.String() != want {
			t.Errorf("%s: %v %d %q", ranges, err, w.Code, w.Body)
		}
	}

	w := httptest.NewRecorder()
	if err := filetest.Serve(w, httptest.NewRequestWithContext(t.Context(), http.MethodHead, text, nil), s, l); err != nil || w.Header().Get("Content-Length") != "10" {
		t.Errorf("%v %v", err, w.Header())
	}
}

func TestNamesAreHarmless(t *testing.T) {
	t.Parallel()

	l := links(t, "", "master", clock.NewManual(now))

	for _, name := range []string{"", `a"b.csv`, "a\r\nX: y", "../a.csv", ".htaccess", strings.Repeat("a", 101)} {
		if _, err := l.URL(file.Link{Key: file.NewKey("orders", 1, "csv"), Name: name, Until: now}); err == nil {
			t.Errorf("%q was accepted", name)
		}
	}
}

// slowReader takes a part of an answer in a time, and is cut off at its deadline, as a
// connection is.
type slowReader struct {
	*httptest.ResponseRecorder

	each time.Duration
	by   time.Time
}

func (r *slowReader) SetWriteDeadline(at time.Time) error {
	r.by = at

	return nil
}

func (r *slowReader) Write(p []byte) (int, error) {
	time.Sleep(r.each)

	if time.Now().After(r.by) {
		return 0, os.ErrDeadlineExceeded
	}

	return r.ResponseRecorder.Write(p)
}

// A download that is slower than the least rate is cut off instead of holding its connection
// for hours. A faster one gets the whole file.
func TestSlowDownloadsAreCutOff(t *testing.T) {
	t.Parallel()

	const size = 10 << 20

	s, err := file.OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() { _ = s.Close() })

	l := links(t, "", "master", clock.NewManual(now))
	key := file.NewKey("orders", 1001, "csv")
	put(t, s, key, strings.Repeat("x", size))

	text, err := l.URL(file.Link{Key: key, Name: "orders.csv", Until: now.Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}

	for each, whole := range map[time.Duration]bool{100 * time.Millisecond: true, 20 * time.Second: false} { // for 32 KiB
		synctest.Test(t, func(t *testing.T) {
			w, began := &slowReader{ResponseRecorder: httptest.NewRecorder(), each: each}, time.Now()

			if err := filetest.Serve(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, text, nil), s, l); err != nil {
				t.Fatal(err)
			}

			if took := time.Since(began); (w.Body.Len() == size) != whole || took > time.Hour {
				t.Errorf("a part each %s: %d of %d bytes in %s", each, w.Body.Len(), size, took)
			}
		})
	}
}
