package digiflazz

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"loket/internal/supplier"
	"loket/internal/supplier/wire"
)

// FuzzAnswer proves that no bytes cause a panic, an outcome that the text doesn't
// contain, or a text that can't be stored.
func FuzzAnswer(f *testing.F) {
	f.Add(200, true, false, []byte(`{"data":{"ref_id":"R1","status":"Sukses","rc":"00","sn":"1","price":"10.0"}}`))
	f.Add(200, false, true, []byte(`{"data":{"ref_id":"R1","status":"Gagal","rc":"68","desc":{"detail":[{"periode":"1"}]}}}`))
	f.Add(200, true, false, []byte(`{"data":{"ref_id":"R1","status":"Pending","rc":"03"}}`))
	f.Add(400, true, true, []byte(`{"data":{"rc":"41","status":"Gagal","status":"Sukses"}}`))
	f.Add(500, true, true, []byte(`{"data":[]}`))
	f.Add(302, true, true, []byte(``))

	f.Fuzz(func(t *testing.T, status int, first, conclusive bool, body []byte) {
		when := later
		if first {
			when = firstSend
		}

		got := interpret(interpretInput{Reply: wire.Reply{Status: status, Body: body}, reference: "R1", when: when, conclusive: conclusive})
		told := oracle(body)

		switch got.Outcome {
		case supplier.Success:
			if told.code != "00" || !strings.EqualFold(told.status, "sukses") || told.reference != "R1" || status/100 != 2 {
				t.Fatalf("success out of HTTP %d %s", status, body)
			}
		case supplier.Pending:
			if !strings.EqualFold(told.status, "pending") || told.reference != "R1" || status/100 != 2 {
				t.Fatalf("pending out of HTTP %d %s", status, body)
			}
		case supplier.FailedCreated:
			if !strings.EqualFold(told.status, "gagal") || told.reference != "R1" {
				t.Fatalf("failed out of HTTP %d %s", status, body)
			}
		case supplier.FailedNotCreated:
			if !strings.EqualFold(told.status, "gagal") || when == later || (classOf(told.code) != classRefused && classOf(told.code) != classDenied) {
				t.Fatalf("not created out of HTTP %d %s", status, body)
			}
		case supplier.Unknown:
		}

		for _, text := range []string{got.Code, got.Message, got.SerialNumber} {
			if !utf8.ValidString(text) || strings.ContainsRune(text, 0) || utf8.RuneCountInString(text) > wire.MaxText {
				t.Fatalf("a text that can't be stored: %q", text)
			}
		}

		if got.Price < 0 || (got.Bill != nil && (got.Bill.Amount < 0 || got.Bill.Admin < 0)) {
			t.Fatalf("a negative amount: %+v", got)
		}
	})
}

type said struct{ code, status, reference string }

// oracle parses the same bytes differently: with encoding/json into a map.
func oracle(body []byte) said {
	var frame map[string]any
	if err := json.Unmarshal(body, &frame); err != nil {
		return said{}
	}

	data, ok := frame["data"].(map[string]any)
	if !ok {
		return said{}
	}

	text := func(name string) string {
		switch value := data[name].(type) {
		case string:
			return strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(value, ""), "\x00", ""))
		default: // a numeric code or reference must keep its digits
			var raw struct {
				Data map[string]json.RawMessage `json:"data"`
			}
			if err := json.Unmarshal(body, &raw); err != nil {
				return ""
			}

			return string(raw.Data[name])
		}
	}

	return said{code: text("rc"), status: text("status"), reference: text("ref_id")}
}

// FuzzNotice proves that only notices signed with the secret pass, that each of them has
// a reference or is a ping, and that nothing panics.
func FuzzNotice(f *testing.F) {
	f.Add("update", "sha1=329694b71ce6dbb77a462027f9b778ee2c0c9327", []byte(`{"data":{"ref_id":"INV-0001","status":"Sukses","rc":"00"}}`))
	f.Add("ping", "sha1=", []byte(`{}`))
	f.Add("create", "", []byte(`{"data":{"ref_id":1}}`))

	client, err := New(Config{Username: "u", Key: "k", WebhookSecret: "hook-secret"})
	if err != nil {
		f.Fatal(err)
	}

	f.Fuzz(func(t *testing.T, event, signature string, body []byte) {
		mac := hmac.New(sha1.New, []byte("hook-secret"))
		mac.Write(body)
		right := "sha1=" + hex.EncodeToString(mac.Sum(nil))

		for _, given := range []string{signature, right} {
			header := http.Header{HeaderEvent: {event}, HeaderSignature: {given}}

			notice, err := client.VerifyNotice(t.Context(), supplier.Callback{Header: header, Body: body})
			if err == nil && !strings.EqualFold(given, right) {
				t.Fatalf("%q passed for %q", given, body)
			}

			if err != nil && !errors.Is(err, supplier.ErrNoticeSignature) && !errors.Is(err, supplier.ErrNoticeMalformed) {
				t.Fatalf("another error: %v", err)
			}

			if err == nil && !notice.Ping && notice.Reference == "" {
				t.Fatal("a notice about nothing")
			}

			if notice.Answer.Outcome == supplier.FailedNotCreated {
				t.Fatal("a notice can't say that nothing was created")
			}
		}
	})
}
