package app_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"loket/internal/config"
	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
)

// Finance let a client pay later, and a cap above the limit of one person waits for a second one.
func TestStaffSetSettlements(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const path = "/staff/v1/clients/1003/settlement"

		at := p.asStaff()
		ana, citra, dewi := p.signInStaff(t, "ana"), p.signInStaff(t, "citra"), p.signInStaff(t, "dewi")

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodGet, path, ana, "")
		at.expect(t, http.StatusOK, `"settlement":null,"periods":[]`, http.MethodGet, path, citra, "")
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodGet, "/staff/v1/clients/1/settlement", citra, "")
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPatch, path, citra, `{"active":true,"reason":"x"}`)
		at.expect(t, http.StatusBadRequest, "days", http.MethodPost, path, citra, `{"limit":1000000,"cap":2000000,"reason":"contract"}`)
		at.expect(t, http.StatusBadRequest, "reason", http.MethodPost, path, citra, `{"limit":1000000,"cap":2000000,"days":1,"reason":" "}`)
		at.expect(t, http.StatusOK, `"limit":1000000,"cap":2000000,"left":1000000,"used":0,"days":1,"terms":14`, http.MethodPost, path, citra,
			`{"limit":1000000,"cap":2000000,"days":1,"reason":"contract"}`)
		at.expect(t, http.StatusBadRequest, "limit", http.MethodPatch, path, citra, `{"limit":2000001,"reason":"more"}`)
		at.expect(t, http.StatusOK, `"active":false,"raises":true`, http.MethodPatch, path, citra, `{"active":false,"raises":true,"reason":"pause"}`)

		asked := at.expect(t, http.StatusAccepted, `"cap":2000000`, http.MethodPatch, path, citra, `{"cap":20000000,"terms":30,"reason":"contract 2"}`)
		at.expect(t, http.StatusOK, `"status":"approved"`, http.MethodPost, "/staff/v1/approvals/"+field(t, asked, "approvalId")+"/approve", dewi, `{"reason":"seen"}`)

		got := at.expect(t, http.StatusOK, `"cap":20000000`, http.MethodGet, path, citra, "")
		if !strings.Contains(got, `"terms":30`) || !strings.Contains(got, `"number":1,`) {
			t.Errorf("after the approval: %s", got)
		}

		testkit.ProveBooks(t, p.DB)
	}, func(c *config.Config) { c.CapLimit = 10_000_000 })
}

// Finance compare a proof with its invoice, record that it was paid, and correct another one.
func TestStaffEndInvoices(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()
		ana, citra, root := p.signInStaff(t, "ana"), p.signInStaff(t, "citra"), p.signIn(t, 1001, "root")
		invoice := testkit.Value[int64](t, p.DB, "SELECT MAX(i.id) FROM invoices i JOIN invoice_states s ON s.invoice_id = i.id WHERE i.client_id = 1001 AND s.status = 'unpaid'")
		amount := testkit.Value[int64](t, p.DB, "SELECT amount FROM invoices WHERE id = $1", invoice)
		id := strconv.FormatInt(invoice, 10)
		path := "/staff/v1/invoices/" + id

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodGet, "/staff/v1/invoices", ana, "")
		at.expect(t, http.StatusOK, fmt.Sprintf(`"outstanding":%d`, amount), http.MethodGet, "/staff/v1/invoices?clientId=1001", citra, "")
		at.expect(t, http.StatusOK, `"data":[]`, http.MethodGet, "/staff/v1/invoices?clientId=1003&status=overdue", citra, "")
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodGet, path+"/proof", citra, "")

		var proof bytes.Buffer
		testkit.Must(t, png.Encode(&proof, image.NewGray(image.Rect(0, 0, 9, 9))))

		body, kind := form(t, clock.DayOf(p.Clock.Now().In(testkit.Jakarta(t))).String(), proof.Bytes())
		if status, text := p.send(t, "/v1/invoices/client/"+id+"/confirm-payment", root, body, kind); status != http.StatusOK {
			t.Fatalf("the proof: %d %s", status, text)
		}

		at.expect(t, http.StatusOK, `"proof":"picture"`, http.MethodGet, "/staff/v1/invoices?status=pending", citra, "")
		at.expect(t, http.StatusOK, "PNG", http.MethodGet, path+"/proof", citra, "")
		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodGet, path+"/proof", ana, "")

		if n := testkit.Value[int64](t, p.DB, "SELECT COUNT(*) FROM audit_log WHERE action = 'staff.read' AND client_id = 1001 AND subject = $1", "proof of invoice:"+id); n != 1 {
			t.Errorf("%d entries about who read the proof", n)
		}

		p.attachFormal(t, path+"/formal", citra, ana, root)

		const why = `{"reason":"Transfer of 21 November"}`

		at.expect(t, http.StatusConflict, "InvoiceStateError", http.MethodPost, path+"/done", citra, why)
		at.expect(t, http.StatusBadRequest, "amount", http.MethodPost, path+"/credit-notes", citra, fmt.Sprintf(`{"amount":%d,"reason":"Reversed"}`, amount+1))
		at.expect(t, http.StatusOK, fmt.Sprintf(`"outstanding":%d`, amount-25_000), http.MethodPost, path+"/credit-notes", citra, `{"amount":25000,"reason":"Reversed"}`)
		at.expect(t, http.StatusBadRequest, "reason", http.MethodPost, path+"/paid", citra, `{"reason":" "}`)
		at.expect(t, http.StatusOK, `"status":"paid"`, http.MethodPost, path+"/paid", citra, why)
		at.expect(t, http.StatusConflict, "InvoiceStateError", http.MethodPost, path+"/paid", citra, why)
		at.expect(t, http.StatusOK, `"status":"done"`, http.MethodPost, path+"/done", citra, why)
		at.expect(t, http.StatusOK, `"creditNoteNo":"`, http.MethodGet, path, citra, "")
		at.expect(t, http.StatusOK, `"id":"`+id+`"`, http.MethodGet, "/staff/v1/invoices?status=done", citra, "")

		testkit.ProveBooks(t, p.DB)
	})
}

// attachFormal attaches a formal tax invoice, which the client downloads.
func (p *program) attachFormal(t *testing.T, path, citra, ana, root string) {
	t.Helper()

	const document = "%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n"

	at := p.asStaff()

	for _, try := range []struct {
		token, reason, content string
		status                 int
		want                   string
	}{
		{ana, "Faktur 010", document, http.StatusForbidden, "ForbiddenError"},
		{citra, " ", document, http.StatusBadRequest, `"field":"reason"`},
		{citra, strings.Repeat("x", 501), document, http.StatusBadRequest, `"field":"reason"`},
		{citra, "Faktur 010", "", http.StatusBadRequest, `"field":"file"`},
		{citra, "Faktur 010", "not a PDF", http.StatusBadRequest, `"field":"file"`},
		{citra, "Faktur 010", document, http.StatusOK, `"formal":true`},
	} {
		var b bytes.Buffer

		w := multipart.NewWriter(&b)
		testkit.Must(t, w.WriteField("reason", try.reason))

		part, err := w.CreateFormFile("file", "faktur.pdf")
		testkit.Must(t, err)
		_, err = part.Write([]byte(try.content))
		testkit.Must(t, err)
		testkit.Must(t, w.Close())

		if status, text := at.send(t, path, try.token, b.String(), w.FormDataContentType()); status != try.status || !strings.Contains(text, try.want) {
			t.Errorf("%q: %d %s", try.reason, status, text)
		}
	}

	id := strings.TrimSuffix(strings.TrimPrefix(path, "/staff/v1/invoices/"), "/formal")

	var shown struct {
		Formal string `json:"formal_invoice_file"` //nolint:tagliatelle // the name of the specification
	}

	p.get(t, http.StatusOK, http.MethodGet, "/v1/invoices/client/"+id, root, "", &shown)

	_, file, _ := strings.Cut(shown.Formal, "/files/")
	if text := p.expect(t, http.StatusOK, "", http.MethodGet, "/files/"+file, "", ""); text != document {
		t.Errorf("the client downloads %q from %s", text, shown.Formal)
	}
}
