package snap

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"

	"loket/internal/platform/secret"
)

// The vector that we made of the standard's text, with the fields in the order of the standard.
const (
	vectorBody = `{"partnerServiceId":"   51112","customerNo":"000123","virtualAccountNo":"   51112000123","paymentRequestId":"PR-1",` +
		`"paidAmount":{"value":"1000000.00","currency":"IDR"}}`
	vectorHash      = "d0c1d12603e61a4767afa19712c57eb8045e0ec0b170690f38bfba823e1b2cf0"
	vectorSignature = "zptgLgp7Jeo6QYI78HYxid2CERAuBfxemZ3zDvsVI/XysK2xdFkBw5F7xI9Lqm1av5OW0Mqx6VATMjdu9QSK/g=="
	vectorStamp     = "2025-08-20T06:37:15+07:00"
	vectorToken     = "token-abc"
)

func vectorPartner(change func(p *Partner)) *partner {
	p := &partner{Partner: Partner{ClientSecret: "client-secret-1", Signing: Symmetric, Encoding: Base64, BodyHash: Minified}}
	if change != nil {
		change(&p.Partner)
	}

	return p
}

func vectorRequest(body string) Request {
	return Request{Method: "POST", URI: "/v1.0/transfer-va/payment", Body: []byte(body)}
}

func TestSignatureVector(t *testing.T) {
	t.Parallel()

	spaced := "{ \"partnerServiceId\": \"   51112\",\n" + vectorBody[len(`{"partnerServiceId":"   51112",`):]

	sum, err := base64.StdEncoding.DecodeString(vectorSignature)
	if err != nil {
		t.Fatal(err)
	}

	hexed := hex.EncodeToString(sum)

	if got := vectorPartner(nil).bodyHash([]byte(vectorBody)); got != vectorHash {
		t.Errorf("body hash %s", got)
	}

	for _, c := range []struct {
		name      string
		change    func(p *Partner)
		body      string
		signature string
		want      bool
	}{
		{"as documented", nil, vectorBody, vectorSignature, true},
		{"spaced, minified", nil, spaced, vectorSignature, true},
		{"spaced, exact", func(p *Partner) { p.BodyHash = Exact }, spaced, vectorSignature, false},
		{"exact", func(p *Partner) { p.BodyHash = Exact }, vectorBody, vectorSignature, true},
		{"hex", func(p *Partner) { p.Encoding = Hex }, vectorBody, hexed, true},
		{"base64 where hex is set", func(p *Partner) { p.Encoding = Hex }, vectorBody, vectorSignature, false},
		{"hex where base64 is set", nil, vectorBody, hexed, false},
		{"another secret", func(p *Partner) { p.ClientSecret = "client-secret-2" }, vectorBody, vectorSignature, false},
		{"another amount", nil, vectorBody[:len(vectorBody)-20] + "9.00\",\"currency\":\"IDR\"}}", vectorSignature, false},
		{"no signature", nil, vectorBody, "", false},
	} {
		if got := vectorPartner(c.change).signed(vectorRequest(c.body), vectorToken, vectorStamp, c.signature); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}

	p, r := vectorPartner(nil), vectorRequest(vectorBody)
	r.URI = "/v1.0/transfer-va/inquiry"

	if p.signed(r, vectorToken, vectorStamp, vectorSignature) || p.signed(vectorRequest(vectorBody), "token-abd", vectorStamp, vectorSignature) ||
		p.signed(vectorRequest(vectorBody), vectorToken, "2025-08-20T06:37:16+07:00", vectorSignature) {
		t.Error("the signature does not cover path, token and time stamp")
	}
}

// Faults of the settings are listed together, and name no secret.
func TestPartnersAreChecked(t *testing.T) {
	t.Parallel()

	err := Check([]Partner{{Code: "BCA", ClientSecret: secret.Text("short"), Signing: "both", Encoding: "utf8", BodyHash: "none", PublicKey: "none"}})
	if err == nil {
		t.Fatal("nothing was found")
	}

	for _, part := range []string{"the code must", "clientId", "signing", "encoding", "bodyHash", "window", "public key"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("no %q in: %v", part, err)
		}
	}
}
