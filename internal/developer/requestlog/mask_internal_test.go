package requestlog

import (
	"strings"
	"testing"
)

// What opens a door or is worth money is never kept, numbers of customers only for a client that wants them, also where a body is cut, spelled
// oddly, or no JSON.
func TestBodiesAreMasked(t *testing.T) {
	t.Parallel()

	for body, want := range map[string]string{
		`{"destinationNo":"081234567890","clientRef":"INV-7","maxPrice":10500}`: `{"destinationNo":"0812••••7890","clientRef":"INV-7","maxPrice":10500}`,
		`{"pin":123456,"amount":5}`:                               `{"pin":"••••","amount":5}`,
		`{ "PIN" : "123456" }`:                                    `{ "PIN" : "••••" }`,
		`{"p\u0069n":"123456"}`:                                   `{"p\u0069n":"••••"}`,
		`{"serialNumber":"1234-5678","status":"success"}`:         `{"serialNumber":"••••","status":"success"}`,
		`[{"destinationNo":"0812345678"},{"destinationNo":"08"}]`: `[{"destinationNo":"••••5678"},{"destinationNo":"••••"}]`,
		`{"pin":["1234","5678"],"a":"b"}`:                         `{"pin":["••••","••••"],"a":"b"}`,
		`{"a":"say \"pin\": 1","b":null}`:                         `{"a":"say \"pin\": 1","b":null}`,
		`{"a":1,"b":[true,null,-5.5e3],"pin":null}`:               `{"a":1,"b":[true,null,-5.5e3],"pin":null}`,
		`{"\u212Aey":"1234","` + strings.Repeat("x", 40) + `":1}`: `{"\u212Aey":"••••","` + strings.Repeat("x", 40) + `":1}`,
		"{\"\u212Aey\":1}":                                        "{\"\u212Aey\":\"••••\"}",
		`pin=123456`:                                              mask,
		``:                                                        ``,
	} {
		if got := string(appendMasked(nil, []byte(body), false, true)); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}

	if got := string(appendMasked(nil, []byte(`{"destinationNo":"081234567890","pin":"1"}`), false, false)); got != `{"destinationNo":"081234567890","pin":"••••"}` {
		t.Errorf("numbers that are wanted: %s", got)
	}

	if got := string(appendMasked(nil, []byte(`{"note":"a","pin":"1234`), true, true)); strings.Contains(got, "1234") || !strings.HasSuffix(got, cutMark) {
		t.Errorf("cut: %s", got)
	}
}

func TestReferenceOfARequest(t *testing.T) {
	t.Parallel()

	for _, test := range []struct {
		r    Request
		want string
	}{
		{Request{Route: "/h2h/v1/orders", Body: []byte(`{"clientRef": "INV-7"}`)}, "INV-7"},
		{Request{Route: "/h2h/v1/orders/batch", Body: []byte(`{"orders":[{"clientRef":"A"},{"clientRef":"B"}]}`)}, ""},
		{Request{Route: "/h2h/v1/orders/{clientRef}", Target: "/h2h/v1/orders/INV%207?x=1"}, "INV 7"},
		{Request{Route: "/h2h/v1/orders", Target: "/h2h/v1/orders?clientRef=A%2FB"}, "A/B"},
		{Request{Route: "/h2h/v1/orders", Body: []byte(`{"clientRef":"` + strings.Repeat("x", 65) + `"}`)}, ""},
	} {
		if got := referenceOf(&test.r); got != test.want {
			t.Errorf("%s %s: %q, want %q", test.r.Target, test.r.Body, got, test.want)
		}
	}
}
