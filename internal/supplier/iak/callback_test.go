package iak_test

import (
	"errors"
	"strings"
	"testing"

	"loket/internal/supplier"
	"loket/internal/supplier/iak"
)

const vectorSign = "0ce753a202271875f0232aeef9455cf9" // of LKT0000000001

// TestCallbackIsAHint: it is about our reference, and a status query decides. Both versions of the protocol name the fields.
func TestCallbackIsAHint(t *testing.T) {
	t.Parallel()

	client := newClient(t, "", func(c *iak.Config) { c.PrepaidURL, c.PostpaidURL = "", "" })

	for _, names := range []string{`"product_code":"xld10","customer_id":"087800001230"`, `"code":"xld10","hp":"087800001230"`} {
		body := `{"data":{"ref_id":"LKT0000000001","status":"1",` + names + `,"price":"10150","message":"SUCCESS","sn":"1","tr_id":"5","rc":"00","sign":"` + vectorSign + `"}}`

		n, err := client.VerifyNotice(t.Context(), supplier.Callback{Body: []byte(body)})
		if err != nil || !n.AskNow || n.Reference != "LKT0000000001" || n.SKU != "xld10" || n.Destination != "087800001230" || n.Answer.Outcome != supplier.Success {
			t.Errorf("%+v, %v", n, err)
		}
	}

	player := `{"data":{"ref_id":"LKT0000000001","status":"2","rc":"07","customer_id":"156378300|8483","sign":"` + strings.ToUpper(vectorSign) + `"}}`
	if n, err := client.VerifyNotice(t.Context(), supplier.Callback{Body: []byte(player)}); err != nil || n.Destination != "" || n.Answer.Outcome != supplier.FailedCreated {
		t.Errorf("%+v, %v", n, err)
	}
}

func TestForgedCallbacks(t *testing.T) {
	t.Parallel()

	client := newClient(t, "", func(c *iak.Config) { c.PrepaidURL, c.PostpaidURL = "", "" })

	for name, c := range map[string]struct {
		body string
		want error
	}{
		"no signature":   {`{"data":{"ref_id":"LKT0000000001","status":"1","rc":"00"}}`, supplier.ErrNoticeSignature},
		"of another one": {`{"data":{"ref_id":"LKT0000000002","status":"1","rc":"00","sign":"` + vectorSign + `"}}`, supplier.ErrNoticeSignature},
		"cut":            {`{"data":{"ref_id":"LKT0000000001","rc":"00","sign":"` + vectorSign[:30] + `"}}`, supplier.ErrNoticeSignature},
		"a list":         {`{"data":{"ref_id":"LKT0000000001","sign":["` + vectorSign + `"]}}`, supplier.ErrNoticeSignature},
		"two references": {`{"data":{"ref_id":"LKT0000000001","Ref_id":"X","sign":"` + vectorSign + `"}}`, supplier.ErrNoticeMalformed},
		"no reference":   {`{"data":{"sign":"` + vectorSign + `"}}`, supplier.ErrNoticeMalformed},
		"XML":            {`<mp><ref_id>LKT0000000001</ref_id></mp>`, supplier.ErrNoticeMalformed},
		"too large":      {`{"data":{}}` + strings.Repeat(" ", iak.MaxNotice), supplier.ErrNoticeMalformed},
	} {
		if _, err := client.VerifyNotice(t.Context(), supplier.Callback{Body: []byte(c.body)}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
