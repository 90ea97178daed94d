package app_test

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"loket/internal/app"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/filetest"
	"loket/internal/platform/db"
)

// doneExport requests an export and waits for its files.
func (p *program) doneExport(t *testing.T, token string) listedExport {
	t.Helper()

	body := `{"dateStart":"` + dayBack(t, 31) + `","dateEnd":"` + dayBack(t, 0) + `","depositType":null}`
	p.get(t, http.StatusAccepted, http.MethodPost, "/v1/orders/export", token, body, nil)

	var list []listedExport

	testkit.Eventually(t, testkit.Patience, "the export is done", func() bool {
		p.get(t, http.StatusOK, http.MethodGet, "/v1/orders/exports", token, "", &list)

		return list[0].Status == "done"
	})

	return list[0]
}

// When the file store is down, downloads get a 503 that doesn't mention the store.
// Orders and lists still work. When it is back, earlier files are available.
func TestAStoreThatIsDownStopsDownloadsAlone(t *testing.T) {
	t.Parallel()

	p := start(t, db.Postgres)
	token := p.signIn(t, 1001, "root")
	link := p.doneExport(t, token).CSV.URL

	files, uploads := p.bucket.Objects(t), p.bucket.Uploads(t)
	files = slices.DeleteFunc(files, func(name string) bool { // proofs of the demo's invoices, and pictures of its shop
		return strings.HasPrefix(name, p.conf.S3Prefix+"/invoices/1001/") || strings.HasPrefix(name, p.conf.S3Prefix+"/shops/1001/")
	})

	if len(files) != 2 || !strings.HasPrefix(files[0], p.conf.S3Prefix+"/orders/1001/") || len(uploads) != 0 {
		t.Errorf("%v, %v", files, uploads)
	}

	p.bucket.SetFaults(filetest.Faults{Fault: filetest.SlowDown})

	if status, text := p.ask(t, http.MethodGet, link, "", ""); status != http.StatusServiceUnavailable || !strings.Contains(text, `"UnavailableError"`) ||
		strings.Contains(text, p.conf.S3Bucket) || strings.Contains(text, p.conf.S3Endpoint) {
		t.Errorf("a download without its store: %d %s", status, text)
	}

	p.get(t, http.StatusOK, http.MethodGet, "/v1/orders/exports", token, "", nil)
	p.get(t, http.StatusCreated, http.MethodPost, "/h2h/v1/orders", "lk_demo_1001", `{"productCode":"TSEL10","destinationNo":"081234567800","clientRef":"NO-STORE"}`, nil)
	p.bucket.SetFaults(filetest.Faults{})

	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.base+link, nil)
	if err != nil {
		t.Fatal(err)
	}

	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()

	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK || !strings.HasPrefix(string(text), "\ufeffOrder ID,") {
		t.Errorf("%d %s, %v", answer.StatusCode, text, err)
	}

	// The answer doesn't mention the store.
	for name, values := range answer.Header {
		for _, hidden := range []string{"Amz", p.conf.S3Bucket, p.conf.S3Endpoint} {
			if strings.Contains(name, hidden) || strings.Contains(strings.Join(values, " "), hidden) {
				t.Errorf("%s: %v", name, values)
			}
		}
	}

	if strings.Contains(p.log.String(), p.conf.S3SecretKey.Reveal()) {
		t.Error("the secret key is in the log")
	}
}

// A failed start reports the errors of the store and of the database together.
func TestServeRefusesAStoreThatDoesNotServe(t *testing.T) {
	t.Parallel()

	p := start(t, db.Postgres)
	conf := p.conf
	conf.S3SecretKey = "another"
	conf.DatabaseURL = t.TempDir() + "/new.db"

	_, err := app.New(t.Context(), app.Options{Config: conf})
	if err == nil || !strings.Contains(err.Error(), "loket migrate") || !strings.Contains(err.Error(), "s3-secret-key") {
		t.Errorf("%v", err)
	}

	if err := app.CheckFiles(t.Context(), conf); err == nil || !strings.Contains(err.Error(), "s3-secret-key") {
		t.Errorf("%v", err)
	}

	if _, err := app.New(t.Context(), app.Options{Config: conf, Migrate: true}); err == nil || !strings.Contains(err.Error(), "s3-secret-key") {
		t.Errorf("%v", err)
	}

	if err := app.CheckFiles(t.Context(), p.conf); err != nil {
		t.Errorf("a store that serves: %v", err)
	}
}
