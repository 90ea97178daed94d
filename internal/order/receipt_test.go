package order_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"loket/internal/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/testkit/world"
)

// delivered writes an order for reading alone.
type delivered struct {
	name, destination, reference, serial string
	status                               order.Status
}

func (row delivered) insert(t *testing.T, d *db.DB, clientID int64, n int) int64 {
	t.Helper()

	g, err := ids.NewGenerator(n)
	if err != nil {
		t.Fatal(err)
	}

	at := time.Date(2026, 11, 21, 7, 32, 15, 0, time.UTC)
	id := g.Next(at)
	world.Exec(t, d, `INSERT INTO orders (id, client_id, client_ref, wallet_id, wallet_type, product_code, product_name, kind, destination_no,
			price, status, reference, serial_number, channel, input_hash, created_at, updated_at)
		VALUES ($1, $2, $3, 1, 'level_1', 'PLN100', $4, 'prepaid', $5, 100450, $6, $7, $8, 'h2h', 1, $9, $9)`,
		id, clientID, fmt.Sprint("receipt-", n), row.name, row.destination, int64(row.status), row.reference, row.serial, clock.Micros(at))

	return id
}

func receipt(t *testing.T, s *order.Service, id int64, style order.ReceiptStyle) string {
	t.Helper()

	style.Zone = jakarta(t)
	if style.Shop == "" {
		style.Shop = "Toko Maju Jaya"
	}

	page, err := s.Receipt(t.Context(), client, id, style)
	if err != nil {
		t.Fatal(err)
	}

	return string(page)
}

func TestReceiptOfElectricity(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, d *db.DB, s *order.Service) {
		id := delivered{
			"Token PLN 100.000", "32014477812", `{"name":"SITI AMINAH · R1/1300"}`, "4471-0932-8856-1204-7719/SITI AMINAH/R1/1300/64.7", order.Success,
		}.insert(t, d, client, 1)

		for _, plain := range []bool{false, true} {
			page := receipt(t, s, id, order.ReceiptStyle{Plain: plain})
			for _, want := range []string{
				"Toko Maju Jaya", "21 November 2026 (14:32 WIB)", order.FormatID(id), "Token PLN 100.000", "3201 4477 812", "SITI AMINAH",
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

		page := receipt(t, s, id, order.ReceiptStyle{Language: order.Indonesian})
		if !strings.Contains(page, "No. Meter") || !strings.Contains(page, `<html lang="id">`) {
			t.Error("no Indonesian")
		}

		text := page[strings.Index(page, "<style>")+len("<style>") : strings.Index(page, "</style>")]
		sum := sha256.Sum256([]byte(text))

		if order.ReceiptStyleHash() != "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'" {
			t.Error("the hash is not that of the style which is written")
		}
	})
}

func TestPlainReceiptFitsThePaper(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, d *db.DB, s *order.Service) {
		id := delivered{
			strings.Repeat("Paket Data ", 12), strings.Repeat("9", 70), `{"name":"` + strings.Repeat("Ñ", 90) + `","period":"Nov 2026"}`, "JPA1234", order.Success,
		}.insert(t, d, client, 1)

		page := receipt(t, s, id, order.ReceiptStyle{Plain: true, Shop: "Toko Serba Ada dan Serba Murah Sejahtera Bersama"})
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
	})
}

func TestReceiptExistsForSuccessAlone(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, d *db.DB, s *order.Service) {
		style := order.ReceiptStyle{Shop: "T", Zone: jakarta(t)}

		for i, status := range []order.Status{order.Pending, order.Failed} {
			id := delivered{"P", "08", "{}", "", status}.insert(t, d, client, i)
			if _, err := s.Receipt(t.Context(), client, id, style); !order.ErrState.Is(err) {
				t.Errorf("%s: %v", status, err)
			}
		}

		id := delivered{"P", "08", "{}", "1", order.Success}.insert(t, d, world.Other, 5)
		if _, err := s.Receipt(t.Context(), client, id, style); !fault.ErrNotFound.Is(err) {
			t.Errorf("another client's: %v", err)
		}
	})
}

// Whatever names, numbers and suppliers' words hold, a receipt has the same
// elements and no others.
func TestReceiptEscapesEverything(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, d *db.DB, s *order.Service) {
		tags := regexp.MustCompile(`</?[a-zA-Z!][^>]*>`)

		elements := func(page string) []string { return tags.FindAllString(page, -1) }

		calm := delivered{"Product", "0812", `{"name":"Name","period":"Nov"}`, "1234", order.Success}.insert(t, d, client, 1)

		for i, evil := range []string{
			`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</style><style>*{display:none}`, `</pre><b>`, `{{.Shop}}`, `'-alert(1)-'`,
			"\u202Egnp.exe", "a\r\nb\x00c", `<!--`, `]]>`, `&lt;b&gt;`, `javascript:alert(1)`,
		} {
			reference, err := json.Marshal(map[string]string{"name": evil, evil: "x", "period": evil})
			if err != nil {
				t.Fatal(err)
			}

			id := delivered{strings.ReplaceAll(evil, "\x00", ""), strings.ReplaceAll(evil, "\x00", ""), string(reference), strings.ReplaceAll(evil, "\x00", ""), order.Success}.insert(t, d, client, i+2)

			for _, plain := range []bool{false, true} {
				want := elements(receipt(t, s, calm, order.ReceiptStyle{Plain: plain}))
				got := elements(receipt(t, s, id, order.ReceiptStyle{Plain: plain, Shop: evil}))

				if strings.Join(want, "") != strings.Join(got, "") {
					t.Errorf("%q changed the page:\n%v\n%v", evil, want, got)
				}
			}

			page := receipt(t, s, id, order.ReceiptStyle{Shop: evil})
			if strings.ContainsAny(page, "\u202E\x00\r") {
				t.Errorf("%q: control characters are left", evil)
			}
		}
	})
}
