package iak

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"loket/internal/supplier"
	"loket/internal/supplier/wire"
)

// said is what an answer tells, read in another way than the adapter does.
type said struct{ code, status, reference string }

func hear(body []byte, code string) said {
	var frame struct {
		Data map[string]json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(body, &frame); err != nil {
		return said{}
	}

	text := func(name string) string {
		var value string
		if err := json.Unmarshal(frame.Data[name], &value); err == nil {
			return strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(value, ""), "\x00", ""))
		}

		return string(frame.Data[name]) // a number keeps its digits
	}

	return said{text(code), text("status"), text("ref_id")}
}

func checkStorable(t *testing.T, got supplier.Answer) {
	t.Helper()

	for _, text := range []string{got.Code, got.Message, got.SerialNumber, got.Handle} {
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			t.Fatalf("a text that can't be stored: %q", text)
		}
	}

	if got.Price < 0 || len(got.Handle) > supplier.MaxHandle || (got.Bill != nil && (got.Bill.Amount < 0 || got.Bill.Admin < 0)) {
		t.Fatalf("%+v", got)
	}
}

// FuzzAnswer proves that no bytes cause a panic, an outcome that the text doesn't contain, or a text that can't be stored.
func FuzzAnswer(f *testing.F) {
	f.Add(200, true, false, []byte(`{"data":{"ref_id":"R1","status":1,"rc":"00","sn":"1234-5678-9012-3456-7890/A/R1 /000001300/1","price":"10.0"}}`))
	f.Add(200, false, true, []byte(`{"data":{"ref_id":"R1","status":"2","rc":"06"}}`))
	f.Add(400, true, false, []byte(`{"data":{"error_details":{"a":["b"]}}}`))
	f.Add(200, true, true, []byte(`{"data":{"rc":"204","status":2,"status":1}}`))
	f.Add(500, true, true, []byte(`{"data":[]}`))

	f.Fuzz(func(t *testing.T, status int, first, conclusive bool, body []byte) {
		at := timing{when: later, conclusive: conclusive}
		if first {
			at.when = firstSend
		}

		got := interpretGoods(wire.Reply{Status: status, Body: body}, question{reference: "R1", timing: at})
		told := hear(body, "rc")

		switch got.Outcome {
		case supplier.Success:
			if told != (said{"00", "1", "R1"}) || status != 200 {
				t.Fatalf("success out of HTTP %d %s", status, body)
			}
		case supplier.Pending:
			if told.status != "0" || told.reference != "R1" || status != 200 {
				t.Fatalf("pending out of HTTP %d %s", status, body)
			}
		case supplier.FailedCreated:
			if told.status != "2" || told.reference != "R1" || status != 200 {
				t.Fatalf("failed out of HTTP %d %s", status, body)
			}
		case supplier.FailedNotCreated:
			if !first || (status != 400 && (status != 200 || told.status != "2")) {
				t.Fatalf("not created out of HTTP %d %s", status, body)
			}
		case supplier.Unknown:
		}

		checkStorable(t, got)
	})
}

// FuzzBill proves the same of answers about bills.
func FuzzBill(f *testing.F) {
	f.Add(200, []byte(`{"data":{"tr_id":9,"ref_id":"R1","response_code":"00","status":1,"price":"12500","selling_price":11000,"tr_name":"A",
		"period":"1,2","desc":{"tagihan":{"detail":[{"periode":"1","nilai_tagihan":"10000","denda":"0"}]}}}}`))
	f.Add(200, []byte(`{"data":{"ref_id":"R1","response_code":"42","status":0}}`))
	f.Add(400, []byte(`{"data":{"response_code":"100"}}`))

	f.Fuzz(func(t *testing.T, status int, body []byte) {
		reply, told := wire.Reply{Status: status, Body: body}, hear(body, "response_code")
		if told.code == "" {
			told.code = hear(body, "rc").code
		}

		inquired := interpretInquiry(reply, question{reference: "R1"})
		paid := interpretPayment(reply, "9", question{reference: "R1", timing: timing{when: firstSend}})
		asked := interpretBillStatus(reply, question{reference: "R1", timing: timing{when: later, conclusive: true, settled: true}})

		for what, got := range map[string]supplier.Answer{"inquiry": inquired, "payment": paid, "status query": asked} {
			if got.Outcome == supplier.Success && (told.code != "00" || told.reference != "R1" || status != 200) {
				t.Fatalf("%s: success out of HTTP %d %s", what, status, body)
			}

			checkStorable(t, got)
		}

		if asked.Outcome == supplier.FailedNotCreated || (asked.Outcome == supplier.Success && told.status != "1") {
			t.Fatalf("%s out of HTTP %d %s", asked.Outcome, status, body)
		}

		if inquired.Outcome == supplier.Success && (inquired.Handle == "" || inquired.Bill.Amount == 0 || inquired.Price == 0) {
			t.Fatalf("a bill that can't be paid: %s", body)
		}
	})
}

// FuzzCallback proves that a callback passes with the signature of its reference alone, and is never more than a hint.
func FuzzCallback(f *testing.F) {
	f.Add([]byte(`{"data":{"ref_id":"R1","status":"1","rc":"00","sign":"9cdc6ba4dd8b5c3dbf5f4dcfb4d6ed0a"}}`))
	f.Add([]byte(`{"data":{"ref_id":1,"sign":null}}`))

	client, err := New(Config{Username: "u", Key: "k"})
	if err != nil {
		f.Fatal(err)
	}

	f.Fuzz(func(t *testing.T, body []byte) {
		n, err := client.VerifyNotice(t.Context(), supplier.Callback{Body: body})
		if err != nil {
			if !errors.Is(err, supplier.ErrNoticeSignature) && !errors.Is(err, supplier.ErrNoticeMalformed) {
				t.Fatalf("another error: %v", err)
			}

			return
		}

		if !n.AskNow || n.Reference == "" || n.Answer.Outcome == supplier.FailedNotCreated {
			t.Fatalf("%+v", n)
		}
	})
}
