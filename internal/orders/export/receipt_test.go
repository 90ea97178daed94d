package export_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"html"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"loket/internal/dev/testkit"
	"loket/internal/orders/export"
	"loket/internal/orders/order"
	"loket/internal/platform/language"
)

// delivered returns a success order of client 1001.
func delivered(product, destination, reference, serial string) order.Order {
	o := order.Order{
		ID: 173_204_113_500_001, ClientID: 1001, ProductName: product, DestinationNo: destination, SerialNumber: serial, Price: 100_450,
		Status: order.Success, UpdatedAt: time.Date(2026, 11, 21, 7, 32, 15, 0, time.UTC),
	}

	if err := json.Unmarshal([]byte(reference), &o.DisplayFields); err != nil {
		panic(err)
	}

	return o
}

func receipt(t *testing.T, o order.Order, style export.ReceiptStyle) string {
	t.Helper()

	style.Zone = testkit.Jakarta(t)
	if style.Shop == "" {
		style.Shop = "Toko Maju Jaya"
	}

	page, err := export.Receipt(o, style)
	if err != nil {
		t.Fatal(err)
	}

	return string(page)
}

func TestReceiptOfElectricity(t *testing.T) {
	t.Parallel()

	o := delivered("Token PLN 100.000", "32014477812", `{"name":"SITI AMINAH · R1/1300"}`, "4471-0932-8856-1204-7719/SITI AMINAH/R1/1300/64.7")

	for _, plain := range []bool{false, true} {
		page := receipt(t, o, export.ReceiptStyle{Plain: plain})
		for _, want := range []string{
			"Toko Maju Jaya", "21 November 2026 (14:32 WIB)", order.FormatID(o.ID), "Token PLN 100.000", "3201 4477 812", "SITI AMINAH",
			"R1 / 1.300 VA", "64,7", "4471 0932 8856 1204 7719", "100.450",
		} {
			if !strings.Contains(page, want) {
				t.Errorf("plain %v: no %q in\n%s", plain, want, page)
			}
		}

		if strings.Contains(page, "Loket") || strings.Contains(page, "<script") {
			t.Error("our name, or a script, is on it")
		}
	}

	page := receipt(t, o, export.ReceiptStyle{})
	if strings.Contains(page, "Payment Type") {
		t.Errorf("a deposit is named in\n%s", page)
	}

	o.PaymentType = order.Settlement

	page = receipt(t, o, export.ReceiptStyle{Language: language.Indonesian})
	if !strings.Contains(page, "<dt>Jenis Pembayaran</dt><dd>Settlement</dd>") {
		t.Errorf("no payment type in\n%s", page)
	}

	if !strings.Contains(page, "No. Meter") || !strings.Contains(page, `<html lang="id">`) {
		t.Error("no Indonesian")
	}

	text := page[strings.Index(page, "<style>")+len("<style>") : strings.Index(page, "</style>")]
	sum := sha256.Sum256([]byte(text))

	if export.ReceiptStyleHash() != "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'" {
		t.Error("the hash is not that of the style which is written")
	}
}

func TestPlainReceiptFitsThePaper(t *testing.T) {
	t.Parallel()

	o := delivered(strings.Repeat("Paket Data ", 12), strings.Repeat("9", 70), `{"name":"`+strings.Repeat("Ñ", 90)+`","period":"Nov 2026"}`, "JPA1234")

	page := receipt(t, o, export.ReceiptStyle{Plain: true, Shop: "Toko Serba Ada dan Serba Murah Sejahtera Bersama"})
	inner := page[strings.Index(page, "<pre>")+5 : strings.Index(page, "</pre>")]
	text := html.UnescapeString(regexp.MustCompile("<[^>]*>").ReplaceAllString(inner, ""))

	for line := range strings.SplitSeq(text, "\n") {
		if utf8.RuneCountInString(line) > 32 {
			t.Errorf("a line of %d: %q", utf8.RuneCountInString(line), line)
		}
	}

	if !strings.Contains(text, "Nov 2026") || !strings.Contains(text, "JPA1234") {
		t.Errorf("facts are missing:\n%s", text)
	}
}

func TestReceiptExistsForSuccessAlone(t *testing.T) {
	t.Parallel()

	for _, status := range []order.Status{order.Pending, order.Failed} {
		o := delivered("P", "08", "{}", "")
		o.Status = status

		if _, err := export.Receipt(o, export.ReceiptStyle{Shop: "T", Zone: testkit.Jakarta(t)}); !order.ErrState.Is(err) {
			t.Errorf("%s: %v", status, err)
		}
	}
}

// A receipt has the same elements whatever names, numbers and texts of suppliers hold.
func TestReceiptEscapesEverything(t *testing.T) {
	t.Parallel()

	tags := regexp.MustCompile(`</?[a-zA-Z!][^>]*>`)

	elements := func(page string) []string { return tags.FindAllString(page, -1) }

	calm := delivered("Product", "0812", `{"name":"Name","period":"Nov"}`, "1234")

	for _, evil := range []string{
		`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</style><style>*{display:none}`, `</pre><b>`, `{{.Shop}}`, `'-alert(1)-'`,
		"\u202Egnp.exe", "a\r\nb\x00c", `<!--`, `]]>`, `&lt;b&gt;`, `javascript:alert(1)`,
	} {
		reference, err := json.Marshal(map[string]string{"name": evil, evil: "x", "period": evil})
		if err != nil {
			t.Fatal(err)
		}

		o := delivered(strings.ReplaceAll(evil, "\x00", ""), strings.ReplaceAll(evil, "\x00", ""), string(reference), strings.ReplaceAll(evil, "\x00", ""))

		for _, plain := range []bool{false, true} {
			want := elements(receipt(t, calm, export.ReceiptStyle{Plain: plain}))
			got := elements(receipt(t, o, export.ReceiptStyle{Plain: plain, Shop: evil}))

			if strings.Join(want, "") != strings.Join(got, "") {
				t.Errorf("%q changed the page:\n%v\n%v", evil, want, got)
			}
		}

		page := receipt(t, o, export.ReceiptStyle{Shop: evil})
		if strings.ContainsAny(page, "\u202E\x00\r") {
			t.Errorf("%q: control characters are left", evil)
		}
	}
}
