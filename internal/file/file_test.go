package file_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"loket/internal/clock"
	"loket/internal/file"
	"loket/internal/secret"
)

var now = time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC) //nolint:gochecknoglobals // the day of all tests here

func open(t *testing.T) (*file.Store, string) {
	t.Helper()

	folder := filepath.Join(t.TempDir(), "files")

	s, err := file.Open(folder)
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})

	return s, folder
}

func put(t *testing.T, s *file.Store, key file.Key, text string) file.Info {
	t.Helper()

	w, err := s.Create(key)
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

func TestAFileIsThereWholeOrNotAtAll(t *testing.T) {
	t.Parallel()

	s, folder := open(t)
	key := file.NewKey(1001, "csv")

	w, err := s.Create(key)
	if err != nil {
		t.Fatal(err)
	}

	if _, err := io.WriteString(w, "half"); err != nil {
		t.Fatal(err)
	}

	if _, _, err := s.Open(key); !errors.Is(err, file.ErrNone) {
		t.Errorf("a half written file is seen: %v", err)
	}

	if err := w.Abort(); err != nil {
		t.Fatal(err)
	}

	info := put(t, s, key, "whole")
	if info.Size != 5 || len(info.SHA256) != 64 {
		t.Errorf("%+v", info)
	}

	if !s.Has(key, 5) || s.Has(key, 4) || s.Has(file.NewKey(1001, "csv"), 5) {
		t.Error("Has is wrong")
	}

	left, err := filepath.Glob(filepath.Join(folder, "*", "*.part"))
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}

	for range 2 { // deleting again is no error
		if err := s.Delete(key); err != nil {
			t.Error(err)
		}
	}
}

func TestSweepTakesOnlyWhatDied(t *testing.T) {
	t.Parallel()

	s, folder := open(t)
	whole := file.NewKey(1001, "csv")
	put(t, s, whole, "x")

	for range 2 {
		w, err := s.Create(file.NewKey(1001, "csv"))
		if err != nil {
			t.Fatal(err)
		}
		defer w.Abort()
	}

	parts, err := filepath.Glob(filepath.Join(folder, "1001", "*.part"))
	if err != nil || len(parts) != 2 {
		t.Fatal(parts, err)
	}

	if err := os.Chtimes(parts[0], now, now); err != nil {
		t.Fatal(err)
	}

	if err := os.Chtimes(parts[1], now.Add(time.Hour), now.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}

	if err := s.Sweep(t.Context(), now.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}

	left, err := filepath.Glob(filepath.Join(folder, "1001", "*.part"))
	if err != nil || len(left) != 1 || left[0] != parts[1] || !s.Has(whole, 1) {
		t.Errorf("left: %v, %v", left, err)
	}
}

func TestKeysStayInTheFolder(t *testing.T) {
	t.Parallel()

	s, _ := open(t)

	for _, key := range []file.Key{
		"", "/etc/passwd", "../evil.csv", "1001/../../evil.csv", "1001/AAAAAAAAAAAAAAAAAAAAAAAAAA.exe", "0/AAAAAAAAAAAAAAAAAAAAAAAAAA.csv",
		"1001/AAAAAAAAAAAAAAAAAAAAAAAAAA.csv\x00", "1001/aaaaaaaaaaaaaaaaaaaaaaaaaa.csv", "1001/AAAAAAAAAAAAAAAAAAAAAAAAAA.csv.part", "-1/AAAAAAAAAAAAAAAAAAAAAAAAAA.csv",
	} {
		if _, err := s.Create(key); err == nil {
			t.Errorf("%q was written", key)
		}

		if _, _, err := s.Open(key); err == nil || errors.Is(err, file.ErrNone) {
			t.Errorf("%q was looked for: %v", key, err)
		}
	}
}

func links(t *testing.T, base, master string, clk clock.Clock) *file.Links {
	t.Helper()

	l, err := file.NewLinks(file.LinkOptions{Files: base, Master: secret.Text(master), Clock: clk, Public: func() string { return "https://loket.example/" }})
	if err != nil {
		t.Fatal(err)
	}

	return l
}

// Reuse is allowed while a link lives; everything else is refused alike.
func TestLinks(t *testing.T) {
	t.Parallel()

	s, _ := open(t)
	clk := clock.NewManual(now)
	l := links(t, "", "master", clk)
	key, other := file.NewKey(1001, "csv"), file.NewKey(1002, "csv")
	put(t, s, key, "a,b\r\n")
	put(t, s, other, "of another client")

	text, err := l.URL(file.Link{Key: key, Name: "orders.csv", Until: now.Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}

	ask := func(target string) (*httptest.ResponseRecorder, error) {
		w := httptest.NewRecorder()

		return w, s.Serve(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, target, nil), l)
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

	gone, err := l.URL(file.Link{Key: file.NewKey(1001, "csv"), Name: "orders.csv", Until: now.Add(time.Hour)})
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

	link := file.Link{Key: file.NewKey(1, "csv"), Name: "a.csv", Until: now}
	for base, want := range map[string]string{"": "https://loket.example/files/1/", "https://files.example.com/": "https://files.example.com/files/1/"} {
		if text, err := links(t, base, "master", clock.NewManual(now)).MailURL(link); err != nil || !strings.HasPrefix(text, want) {
			t.Errorf("%s, %v", text, err)
		}
	}
}

func TestADownloadGoesOn(t *testing.T) {
	t.Parallel()

	s, _ := open(t)
	l := links(t, "https://files.example.com/", "master", clock.NewManual(now))
	key := file.NewKey(1001, "xlsx")
	put(t, s, key, "0123456789")

	text, err := l.URL(file.Link{Key: key, Name: "o.xlsx", Until: now.Add(time.Hour)})
	if err != nil || !strings.HasPrefix(text, "https://files.example.com/files/1001/") {
		t.Fatal(text, err)
	}

	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, text, nil)
	r.Header.Set("Range", "bytes=4-")

	w := httptest.NewRecorder()
	if err := s.Serve(w, r, l); err != nil || w.Code != http.StatusPartialContent || w.Body.String() != "456789" {
		t.Errorf("%v %d %q", err, w.Code, w.Body)
	}
}

func TestNamesAreHarmless(t *testing.T) {
	t.Parallel()

	l := links(t, "", "master", clock.NewManual(now))

	for _, name := range []string{"", `a"b.csv`, "a\r\nX: y", "../a.csv", ".htaccess", strings.Repeat("a", 101)} {
		if _, err := l.URL(file.Link{Key: file.NewKey(1, "csv"), Name: name, Until: now}); err == nil {
			t.Errorf("%q was accepted", name)
		}
	}
}
