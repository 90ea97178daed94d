package invoice_test

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"loket/internal/banking/topup"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/scantest"
	"loket/internal/money/invoice"
	"loket/internal/money/settlement"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/file"
	"loket/internal/platform/language"
	"loket/internal/platform/scan"
)

func picture(t testing.TB) []byte {
	t.Helper()

	var b bytes.Buffer
	testkit.Must(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8))))

	return b.Bytes()
}

const script = "<script>alert(1)</script>"

// document is a PDF as far as the checks look.
const document = "%PDF-1.7\n" + script + "\n%%EOF\n"

func proof(id int64, content []byte) invoice.Confirmation {
	return invoice.Confirmation{ClientID: 1, InvoiceID: id, TransferOn: "2026-11-21", Content: content, Zone: zone, Actor: "user:1"}
}

// stored reads the file behind a link.
func (f *fixture) stored(t *testing.T, link string) string {
	t.Helper()

	u, err := url.Parse(link)
	testkit.Must(t, err)

	content, _, err := f.files.Open(t.Context(), file.Key(strings.TrimPrefix(u.Path, file.Base)))
	testkit.Must(t, err)

	defer content.Close()

	text, err := io.ReadAll(content)
	testkit.Must(t, err)

	return string(text)
}

// A proof makes an invoice pending. Of a picture only the picture is kept; another proof replaces it; a paid invoice takes
// none.
func TestProofs(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, checkProofs)
}

func checkProofs(t *testing.T, d *db.DB) {
	f := newFixture(t, d, invoice.Options{})
	ctx := t.Context()

	i, err := f.issue(t, draft(1, 1000))
	testkit.Must(t, err)

	pending, err := f.Confirm(ctx, proof(i.ID, append(picture(t), script...)))
	if err != nil || pending.Status != invoice.Pending || pending.TransferOn != (clock.Day{Year: 2026, Month: 11, Day: 21}) || pending.Outstanding() != 1000 {
		t.Fatalf("%+v, %v", pending, err)
	}

	urls, err := f.URLs(&pending)
	if err != nil || strings.Contains(f.stored(t, urls.Proof), script) || !strings.Contains(urls.Proof, ".png?") {
		t.Errorf("%+v, %v", urls, err)
	}

	again, err := f.Confirm(ctx, proof(i.ID, []byte(document)))
	if err != nil || again.Proof.ID == pending.Proof.ID {
		t.Errorf("%+v, %v", again, err)
	}

	if urls, err := f.URLs(&again); err != nil || f.stored(t, urls.Proof) != document || !strings.Contains(urls.Proof, ".pdf?") {
		t.Errorf("%+v, %v", urls, err)
	}

	foreign := proof(i.ID, picture(t))
	foreign.ClientID = 2

	if _, err := f.Confirm(ctx, foreign); !fault.ErrNotFound.Is(err) {
		t.Errorf("another client's invoice: %v", err)
	}

	if _, err := f.Attach(ctx, i.ID, picture(t), by); !fault.ErrValidation.Is(err) {
		t.Errorf("a formal invoice that is no PDF: %v", err)
	}

	_, err = f.MarkPaid(ctx, i.ID, by)
	testkit.Must(t, err)

	if _, err := f.Confirm(ctx, proof(i.ID, picture(t))); !invoice.ErrState.Is(err) {
		t.Errorf("a proof of a paid invoice: %v", err)
	}

	formal, err := f.Attach(ctx, i.ID, []byte(document), by)
	if urls, urlErr := f.URLs(&formal); err != nil || urlErr != nil || f.stored(t, urls.Formal) != document {
		t.Errorf("%+v, %v, %v", formal, err, urlErr)
	}

	if n := testkit.Value[int64](t, d, "SELECT COUNT(*) FROM invoice_files"); n != 3 {
		t.Errorf("%d files, want 3", n)
	}

	testkit.ProveBooks(t, d)
}

// Each fault of a confirmation has its message of docs/product/invoices.md#confirming-a-payment.
func TestRefusedProofs(t *testing.T) {
	t.Parallel()

	f := newFixture(t, testkit.Open(t, db.SQLite), invoice.Options{})

	i, err := f.issue(t, draft(1, 1000))
	testkit.Must(t, err)

	f.clock.Advance(time.Date(2026, 11, 21, 17, 0, 0, 0, time.UTC).Sub(start)) // midnight in Jakarta: the 22nd

	cut := picture(t)

	for name, c := range map[string]struct {
		day     string
		content []byte
		want    string
	}{
		"nothing":        {"", nil, "date_transfer: Date transfer must be selected; payment_confirmation: Payment confirmation file must be selected"},
		"no file":        {"2026-11-22", nil, "payment_confirmation: Payment confirmation file must be selected"},
		"tomorrow":       {"2026-11-23", picture(t), "date_transfer: Date transfer must not be in the future"},
		"no day":         {"22-11-2026", picture(t), "date_transfer: Date transfer must be a day like 2026-11-21"},
		"two years":      {"2024-11-22", picture(t), "date_transfer: Date transfer must not be before the invoice was sent, on 2026-11-21"},
		"the day before": {"2026-11-20", picture(t), "date_transfer: Date transfer must not be before the invoice was sent, on 2026-11-21"},
		"a PDF that runs a script": {
			"2026-11-22", []byte(strings.Replace(document, script, "1 0 obj <</S/JavaScript/JS(app.alert(1))>>", 1)),
			"payment_confirmation: The PDF contains a script or a program. Please send it without, or as a picture",
		},
		"a page":      {"2026-11-22", []byte(script), "payment_confirmation: The file must be a JPEG, PNG or PDF"},
		"cut PNG":     {"2026-11-22", cut[:len(cut)-8], "payment_confirmation: The file is damaged or incomplete"},
		"cut PDF":     {"2026-11-22", []byte("%PDF-1.7\n"), "payment_confirmation: The file is damaged or incomplete"},
		"a late PDF":  {"2026-11-22", []byte(script + document), "payment_confirmation: The file must be a JPEG, PNG or PDF"},
		"a large PDF": {"2026-11-22", append([]byte(document), make([]byte, invoice.MaxFile)...), "payment_confirmation: The file must have at most 10 MB"},
	} {
		p := proof(i.ID, c.content)
		p.TransferOn = c.day

		_, err := f.Confirm(t.Context(), p)

		said := []string{}
		for _, field := range fault.From(err).Fields {
			said = append(said, field.Field+": "+field.Message.In(language.English))
		}

		if got := strings.Join(said, "; "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}

	ok := proof(i.ID, picture(t))
	ok.TransferOn = "2026-11-22" // today in Jakarta, tomorrow in UTC

	if _, err := f.Confirm(t.Context(), ok); err != nil {
		t.Error(err)
	}
}

// With a scanner nothing is stored that it did not let pass.
func TestScannedProofs(t *testing.T) {
	t.Parallel()

	server := scantest.Start(t)
	f := newFixtureWith(t, testkit.Open(t, db.SQLite), invoice.Options{}, func(d *invoice.Deps) {
		d.Scanner = scan.Clamd{Address: server.Address, Timeout: 5 * time.Second}
	})

	i, err := f.issue(t, draft(1, 1000))
	testkit.Must(t, err)

	if _, err := f.Confirm(t.Context(), proof(i.ID, []byte(strings.Replace(document, script, scantest.Mark, 1)))); !fault.ErrValidation.Is(err) {
		t.Errorf("malware: %v", err)
	}

	server.Set(scantest.HangsUp)

	if _, err := f.Confirm(t.Context(), proof(i.ID, picture(t))); !invoice.ErrScanner.Is(err) {
		t.Errorf("no answer: %v", err)
	}

	if n := testkit.Value[int64](t, f.db, "SELECT COUNT(*) FROM invoice_files"); n != 0 {
		t.Errorf("%d files were stored", n)
	}

	server.Set(scantest.Answers)

	if _, err := f.Confirm(t.Context(), proof(i.ID, picture(t))); err != nil {
		t.Error(err)
	}
}

// The page, the lines and a credit note are written from the rows behind a signed link, and show nothing of the client as
// markup.
func TestDocuments(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d, invoice.Options{
			Seller: invoice.Party{Name: "PT Loket"}, Account: invoice.Account{BankCode: "BBCA", No: "8880010021", Name: "PT Loket"},
		})
		f.limits.Orders = []settlement.PeriodOrder{{OrderID: 101, ClientRef: "=1+1", Amount: 900, At: start}}

		testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error { return topup.EnsureBanksTx(t.Context(), tx) }))
		testkit.Exec(t, d, "UPDATE clients SET legal_name = '<b>PT Toko' WHERE id = 1")
		testkit.Must(t, f.SetVATRate(t.Context(), invoice.VATRate{From: clock.Day{Year: 2025, Month: 1, Day: 1}, Points: 1200, BasePart: 11, BaseWhole: 12}, by))

		i, err := f.issue(t, draft(1, 1_500_000, 390_000))
		testkit.Must(t, err)

		note, err := f.IssueCreditNote(t.Context(), invoice.NewCreditNote{InvoiceID: i.ID, Amount: 110_000, Staff: by})
		testkit.Must(t, err)

		urls, err := f.URLs(&i)
		testkit.Must(t, err)

		noteURL, err := f.NoteURL(&i, note)
		testkit.Must(t, err)

		for link, wants := range map[string][]string{
			urls.Page:  {"Nota kredit <i lang=\"en\">/ Credit notes</i></dt><dd>-Rp 110.000<", "Left to pay</i></dt><dd>Rp 1.000.000<", "As of</i></dt><dd>21 November 2026 14:00 WIB<", "<b>BCA 8880010021</b>", "text/html", "inline", "&lt;b&gt;PT Toko", "LKT-INV-2026-000001", "Rp 1.110.000", "Rp 110.000", "12%", "8880010021", "5 Desember 2026"},
			noteURL:    {"LKT-CN-2026-000001", "-Rp 110.000", "as agreed", "-Rp 10.900"},
			urls.Lines: {"text/csv", "attachment", "LKT-INV-2026-000001,invoice,usage,,,1500000,", ",carried,,,-390000,", ",vat,included,,,110000,", ",order,usage,101,'=1+1,900,"},
		} {
			w := httptest.NewRecorder()
			testkit.Must(t, f.fetch(w, link))

			all := w.Header().Get("Content-Type") + w.Header().Get("Content-Disposition") + w.Body.String()
			for _, want := range wants {
				if !strings.Contains(all, want) {
					t.Errorf("%s lacks %q:\n%s", link, want, all)
				}
			}

			if !strings.Contains(w.Header().Get("Content-Security-Policy"), "sandbox") || w.Header().Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s: %v", link, w.Header())
			}
		}

		checkPaidPage(t, f, i.ID, urls.Page)
		f.clock.Advance(time.Hour)

		if err := f.fetch(httptest.NewRecorder(), urls.Page); !file.ErrLink.Is(err) {
			t.Errorf("an ended link: %v", err)
		}
	})
}

// checkPaidPage pays an invoice and credits more of it: its page says both, and asks for nothing any more.
func checkPaidPage(t *testing.T, f *fixture, id int64, link string) {
	t.Helper()

	_, err := f.MarkPaid(t.Context(), id, by)
	testkit.Must(t, err)

	_, err = f.IssueCreditNote(t.Context(), invoice.NewCreditNote{InvoiceID: id, Amount: 50_000, Staff: by})
	testkit.Must(t, err)

	w := httptest.NewRecorder()
	testkit.Must(t, f.fetch(w, link))

	for _, want := range []string{
		"Invoice amount</i></dt><dd>Rp 1.110.000<", "Credit notes</i></dt><dd>-Rp 110.000<", "Dibayar 21 November 2026", "Paid</i></dt><dd>-Rp 1.000.000<",
		"Left to pay</i></dt><dd>Rp 0<", "Credit notes for the next invoice</i></dt><dd>-Rp 50.000<",
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("the page of a paid invoice lacks %q:\n%s", want, w.Body)
		}
	}

	if strings.Contains(w.Body.String(), "8880010021") {
		t.Errorf("the page of a paid invoice asks to pay:\n%s", w.Body)
	}
}

// fetch follows a link to a document, as api does.
func (f *fixture) fetch(w *httptest.ResponseRecorder, link string) error {
	r := httptest.NewRequest(http.MethodGet, link, nil)

	found, err := f.links.Request(r)
	if err != nil {
		return err
	}

	return file.Stream(w, found, func(out io.Writer) error { return f.WriteDocument(r.Context(), out, found.Key) })
}
