package digiflazz_test

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"
	"testing"

	"loket/internal/supplier"
	"loket/internal/supplier/digiflazz"
)

const (
	vectorBody = `{"data":{"ref_id":"INV-0001","status":"Sukses","rc":"00"}}`
	vectorSign = "sha1=329694b71ce6dbb77a462027f9b778ee2c0c9327"
)

func noticeHeader(event, signature string) http.Header {
	header := http.Header{}
	header.Set(digiflazz.HeaderEvent, event)
	header.Set(digiflazz.HeaderDelivery, "0b9a6b3e-0000-4000-8000-000000000001")
	header.Set(digiflazz.HeaderSignature, signature)

	return header
}

func signNotice(body string) string {
	mac := hmac.New(sha1.New, []byte("hook-secret"))
	mac.Write([]byte(body))

	return "sha1=" + hex.EncodeToString(mac.Sum(nil))
}

func TestNoticeVector(t *testing.T) {
	t.Parallel()

	client := newClient(t, "", nil)

	notice, err := client.VerifyNotice(t.Context(), supplier.Callback{Header: noticeHeader("update", vectorSign), Body: []byte(vectorBody)})
	if err != nil {
		t.Fatal(err)
	}

	if notice.Reference != "INV-0001" || notice.Answer.Outcome != supplier.Success || notice.Ping ||
		notice.DeliveryID != "0b9a6b3e-0000-4000-8000-000000000001" {
		t.Errorf("got %+v", notice)
	}
}

func TestForgedNotices(t *testing.T) {
	t.Parallel()

	client := newClient(t, "", nil)
	twice := noticeHeader("update", vectorSign)
	twice.Add(digiflazz.HeaderSignature, vectorSign)

	none := noticeHeader("update", "")
	none.Del(digiflazz.HeaderSignature)

	cases := map[string]struct {
		header http.Header
		body   string
	}{
		"no signature":     {none, vectorBody},
		"two signatures":   {twice, vectorBody},
		"empty":            {noticeHeader("update", ""), vectorBody},
		"empty hash":       {noticeHeader("update", "sha1="), vectorBody},
		"no prefix":        {noticeHeader("update", vectorSign[5:]), vectorBody},
		"another prefix":   {noticeHeader("update", "sha256="+vectorSign[5:]), vectorBody},
		"cut":              {noticeHeader("update", vectorSign[:len(vectorSign)-2]), vectorBody},
		"not hexadecimal":  {noticeHeader("update", "sha1=zz"), vectorBody},
		"body changed":     {noticeHeader("update", vectorSign), strings.Replace(vectorBody, "0001", "0002", 1)},
		"space added":      {noticeHeader("update", vectorSign), vectorBody + " "},
		"ping is no pass":  {noticeHeader("ping", "sha1=00"), vectorBody},
		"signed by nobody": {noticeHeader("update", "sha1="+strings.Repeat("0", 40)), vectorBody},
	}

	for name, test := range cases {
		if _, err := client.VerifyNotice(t.Context(), supplier.Callback{Header: test.header, Body: []byte(test.body)}); !errors.Is(err, supplier.ErrNoticeSignature) {
			t.Errorf("%s: %v", name, err)
		}
	}

	// Without a configured secret every notice is refused, even one signed with an empty key.
	open := newClient(t, "", func(c *digiflazz.Config) { c.WebhookSecret = "" })
	mac := hmac.New(sha1.New, nil)
	mac.Write([]byte(vectorBody))

	header := noticeHeader("update", "sha1="+hex.EncodeToString(mac.Sum(nil)))
	if _, err := open.VerifyNotice(t.Context(), supplier.Callback{Header: header, Body: []byte(vectorBody)}); !errors.Is(err, supplier.ErrNoticeSignature) {
		t.Errorf("no secret: %v", err)
	}
}

func TestSignedNotices(t *testing.T) {
	t.Parallel()

	client := newClient(t, "", nil)

	ping := `{"sed":"x","hook_id":"1","hook":{"url":"https://a","secret":"hook-secret","type":"transaction","status":1}}`
	if notice, err := client.VerifyNotice(t.Context(), supplier.Callback{Header: noticeHeader("ping", signNotice(ping)), Body: []byte(ping)}); err != nil || !notice.Ping {
		t.Errorf("ping: %+v, %v", notice, err)
	}

	for name, test := range map[string]struct{ event, body string }{
		"unknown event": {"delete", vectorBody},
		"no event":      {"", vectorBody},
		"not JSON":      {"update", "sukses"},
		"no reference":  {"update", `{"data":{"status":"Sukses","rc":"00"}}`},
		"no data":       {"update", `{"ref_id":"INV-0001","status":"Sukses","rc":"00"}`},
		"too large":     {"update", vectorBody + strings.Repeat(" ", digiflazz.MaxNotice)},
	} {
		if _, err := client.VerifyNotice(t.Context(), supplier.Callback{Header: noticeHeader(test.event, signNotice(test.body)), Body: []byte(test.body)}); !errors.Is(err, supplier.ErrNoticeMalformed) {
			t.Errorf("%s: %v", name, err)
		}
	}

	// The caller compares what a notice is about with the attempt.
	other := `{"data":{"ref_id":"INV-0001","buyer_sku_code":"xld10","customer_no":"087800001230","status":"Sukses","rc":"00"}}`
	if notice, err := client.VerifyNotice(t.Context(), supplier.Callback{Header: noticeHeader("update", signNotice(other)), Body: []byte(other)}); err != nil ||
		notice.SKU != "xld10" || notice.Destination != "087800001230" {
		t.Errorf("got %+v, %v", notice, err)
	}

	// A notice is about an existing transaction, so it can't mean that nothing was created.
	refused := `{"data":{"ref_id":"INV-0001","status":"Gagal","rc":"68"}}`
	if notice, err := client.VerifyNotice(t.Context(), supplier.Callback{Header: noticeHeader("update", signNotice(refused)), Body: []byte(refused)}); err != nil ||
		notice.Answer.Outcome != supplier.Unknown {
		t.Errorf("refused: %+v, %v", notice, err)
	}
}
