package app_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/money/invoice"
	"loket/internal/money/settlement"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// form is a body of confirm-invoice-payment with its content type.
func form(t *testing.T, day string, files ...[]byte) (body, contentType string) {
	t.Helper()

	var b bytes.Buffer

	w := multipart.NewWriter(&b)
	testkit.Must(t, w.WriteField("date_transfer", day))

	for _, content := range files {
		part, err := w.CreateFormFile("payment_confirmation", "../../proof.php")
		testkit.Must(t, err)
		_, err = part.Write(content)
		testkit.Must(t, err)
	}

	testkit.Must(t, w.Close())

	return b.String(), w.FormDataContentType()
}

func (p *program) send(t *testing.T, path, token, body, contentType string) (int, string) {
	t.Helper()

	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.base+path, strings.NewReader(body))
	testkit.Must(t, err)
	r.Header.Set("Content-Type", contentType)
	r.Header.Set("Authorization", "Bearer "+token)

	answer, err := http.DefaultClient.Do(r)
	testkit.Must(t, err)

	return answer.StatusCode, read(t, answer)
}

// From an issued invoice to its proof and its downloads, over HTTP.
func TestInvoiceOverHTTP(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		now := p.Clock.Now()
		day := clock.DayOf(now.In(testkit.Jakarta(t)))

		testkit.Must(t, p.DB.Tx(t.Context(), func(tx *db.Tx) error {
			return p.Invoices.IssueTx(t.Context(), tx, now, settlement.Draft{
				ClientID: 1001, SettlementID: 900, PeriodID: 900, From: now.Add(-time.Hour), To: now, Bill: settlement.Bill{Used: 125_000},
				DueOn: day.AddDays(14), DueAt: day.AddDays(14).End(testkit.Jakarta(t)),
			})
		}))

		issued, err := p.Invoices.OfPeriods(t.Context(), 1001, []int64{900})
		testkit.Must(t, err)

		made := issued[900]

		root, other := p.signIn(t, 1001, "root"), p.signIn(t, 1002, "root")
		path := "/v1/invoices/client/" + strconv.FormatInt(made.ID, 10)

		var list struct{ Data []map[string]any }

		p.get(t, http.StatusOK, http.MethodGet, "/v1/invoices/client?status=unpaid", root, "", &list)

		if len(list.Data) == 0 || list.Data[0]["invoice_no"] != made.No || list.Data[0]["status"] != "unpaid" || list.Data[0]["payment_confirm_file"] != "" {
			t.Fatalf("%v", list)
		}

		p.get(t, http.StatusNotFound, http.MethodGet, path, other, "", nil)

		var proof bytes.Buffer
		testkit.Must(t, png.Encode(&proof, image.NewGray(image.Rect(0, 0, 9, 9))))

		good, kind := form(t, day.String(), proof.Bytes())
		large, largeKind := form(t, day.String(), make([]byte, invoice.MaxFile+1))

		for name, c := range map[string]struct {
			token, body, kind string
			status            int
			says              string
		}{
			"another client":   {other, good, kind, http.StatusNotFound, "NotFoundError"},
			"no form":          {root, "{}", "application/json", http.StatusBadRequest, "Payment confirmation file must be selected"},
			"a broken form":    {root, good[:len(good)-40], kind, http.StatusBadRequest, "ValidationError"},
			"a larger file":    {root, large, largeKind, http.StatusBadRequest, "at most 10 MB"},
			"not in this form": {root, strings.Replace(good, "date_transfer", "other", 1), kind, http.StatusBadRequest, "other"},
		} {
			if status, text := p.send(t, path+"/confirm-payment", c.token, c.body, c.kind); status != c.status || !strings.Contains(text, c.says) {
				t.Errorf("%s: %d %s", name, status, text)
			}
		}

		twice, kindTwice := form(t, day.String(), proof.Bytes(), proof.Bytes())
		if status, text := p.send(t, path+"/confirm-payment", root, twice, kindTwice); status != http.StatusBadRequest || !strings.Contains(text, "Give one file") {
			t.Errorf("two files: %d %s", status, text)
		}

		status, text := p.send(t, path+"/confirm-payment", root, good, kind)

		var detail map[string]any
		if err := json.Unmarshal([]byte(text), &detail); err != nil || status != http.StatusOK || detail["status"] != "unpaid" || detail["transferDate"] != day.String() {
			t.Fatalf("%d %s", status, text)
		}

		for name, starts := range map[string]string{"payment_confirm_file": "\x89PNG", "invoice_file": "<!doctype html>"} {
			link, _ := detail[name].(string)

			answer, err := http.Get(p.base + link)
			testkit.Must(t, err)

			content, err := io.ReadAll(answer.Body)
			testkit.Must(t, err)
			testkit.Must(t, answer.Body.Close())

			if answer.StatusCode != http.StatusOK || !bytes.HasPrefix(bytes.TrimPrefix(content, []byte("\ufeff")), []byte(starts)) {
				t.Errorf("%s: %d %.60q", name, answer.StatusCode, content)
			}

			if inline := strings.HasPrefix(answer.Header.Get("Content-Disposition"), "inline"); inline != (name == "invoice_file") {
				t.Errorf("%s: %v", name, answer.Header)
			}
		}
	})
}
