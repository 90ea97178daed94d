package texth2h

import (
	"strings"
	"testing"

	"loket/internal/supplier"
)

func purchase() supplier.Request {
	return supplier.Request{Reference: "LKT0000000001", SKU: "S10", Destination: "081200000002", MaxPrice: 10250}
}

// TestSignatures has vectors of the variants in use.
func TestSignatures(t *testing.T) {
	t.Parallel()

	s := Settings{
		Values: map[string]string{"member": "LK001", "ticket": "500000"}, Secrets: map[string]string{"pin": "1234", "password": "rahasia"},
	}
	values := s.valuesOf(purchase(), false)

	for name, c := range map[string]struct {
		sign Sign
		want string
	}{
		"buy": {
			Sign{Text: "OtomaX|{member}|{sku}|{dest}|{ref}|{pin}|{password}", Hash: hashSHA1, Encoding: encodeBase64URL}, "JgmdQV0HPfAexGJ6Sje3wvGyNqQ",
		},
		"hex first": {
			Sign{Text: "OtomaX|{member}|{sku}|{dest}|{ref}|{pin}|{password}", Hash: hashSHA1, Encoding: encodeHexThenBase64U},
			"MjYwOTlkNDE1ZDA3M2RmMDFlYzQ2MjdhNGEzN2I3YzJmMWIyMzZhNA",
		},
		"balance by CheckBalance": {
			Sign{Text: "OtomaX|CheckBalance|{member}|{pin}|{password}", Hash: hashSHA1, Encoding: encodeBase64URL}, "TmLOCzEFexEfiCopt4Th9O6hsTY",
		},
		"balance by empty parts": {
			Sign{Text: "OtomaX|{member}||||{pin}|{password}", Hash: hashSHA1, Encoding: encodeBase64URL}, "3N3vfFlJ5-lG06u6RIIWEJduNdU",
		},
		"ticket": {
			Sign{Text: "OtomaX|ticket|{member}|{pin}|{password}|{ticket}", Hash: hashSHA1, Encoding: encodeBase64URL}, "G7YHj9JNrr4CA_eWnro4k0Ai3WA",
		},
		"in capitals":   {Sign{Text: "abc", Hash: hashMD5, Encoding: encodeHex, Case: caseUpper}, "900150983CD24FB0D6963F7D28E17F72"},
		"HMAC":          {Sign{Text: "abc", Hash: hashHMAC, Key: "pin", Encoding: encodeHex}, "2a76332da8983432bc65ee840c4c949326b4a010d2175a715105e90e59c206e8"},
		"the text only": {Sign{Text: "abc", Hash: hashNone, Encoding: encodeBase64}, "YWJj"},
	} {
		if got := s.sign(&c.sign, values); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestValuesAreEscapedAndSecretsHidden: no value reaches another parameter, and what staff read has no secret.
func TestValuesAreEscapedAndSecretsHidden(t *testing.T) {
	t.Parallel()

	s := Settings{Values: map[string]string{"member": "a&b=c"}, Secrets: map[string]string{"pin": "se cret&x=1"}}
	template := Template{
		Path: "/trx", Params: map[string]string{"m": "{member}", "p": "{pin}", "d": "{dest62}", "s": "{sign}"},
		Sign: &Sign{Text: "{pin}", Hash: hashNone, Encoding: encodeBase64},
	}

	got := s.render(&template, purchase(), false)
	if got.path != "/trx?d=6281200000002&m=a%26b%3Dc&p=se+cret%26x%3D1&s=c2UgY3JldCZ4PTE%3D" || got.method() != "GET" {
		t.Errorf("%+v", got)
	}

	for _, send := range []string{sendQuery, sendForm, sendJSON} {
		template.Send = send

		hidden := s.render(&template, purchase(), true)
		if text := hidden.path + string(hidden.body); strings.Contains(text, "cret") || strings.Contains(text, "c2Ug") {
			t.Errorf("a secret in %s", text)
		}
	}
}
