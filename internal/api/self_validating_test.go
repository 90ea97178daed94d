package api_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"loket/internal/api"
	"loket/internal/api/clientapi"
)

func ordersAPI(t testing.TB) *api.API {
	t.Helper()

	a := api.New(api.Options{Identity: guard{}})
	clientapi.Register(a, clientapi.Services{})

	if err := a.Check(); err != nil {
		t.Fatal(err)
	}

	return a
}

// readAlike proves that the fast reader accepts no body that the careful one refuses or
// reads differently. It returns the results of both.
func readAlike(t *testing.T, a *api.API, data []byte, one, other api.SelfValidatingBody) (bool, error) {
	t.Helper()

	quick := api.DecodeSelfValidating(data, one)
	err := a.DecodeLikeHuma(data, other)

	if quick && err != nil {
		t.Fatalf("%s is refused with care: %v", data, err)
	}

	if diff := cmp.Diff(other, one); quick && diff != "" {
		t.Fatalf("%s is read otherwise: %s", data, diff)
	}

	return quick, err
}

// reading is the result of reading a body.
type reading struct {
	body     string
	quick    bool
	accepted bool // by the careful reader
}

func (c reading) check(t *testing.T, a *api.API, one, other api.SelfValidatingBody) {
	t.Helper()

	quick, err := readAlike(t, a, []byte(c.body), one, other)
	if quick != c.quick || (err == nil) != c.accepted {
		t.Errorf("quick %v, with care %v", quick, err)
	}
}

const usual = `"productCode":"TSEL10","destinationNo":"081234567890"`

func TestSelfValidatingOrders(t *testing.T) {
	t.Parallel()

	a := ordersAPI(t)
	order := func(rest string) string { return "{" + usual + `,"clientRef":"INV-7"` + rest + "}" }
	ref := func(text string) string { return "{" + usual + `,"clientRef":"` + text + `"}` }

	for name, c := range map[string]reading{
		"usual":               {order(""), true, true},
		"spaces":              {" " + order("") + "\n", true, true},
		"amount":              {order(`,"amount":20000,"maxPrice":25000`), true, true},
		"zero amount":         {order(`,"amount":0`), true, true},
		"64 characters":       {ref(strings.Repeat("é", 64)), true, true},
		"65 characters":       {ref(strings.Repeat("é", 65)), false, false},
		"escapes":             {ref(`\u0041\"\/`), true, true},
		"half a surrogate":    {ref(`\ud800`), false, true},
		"null within a text":  {ref("nullable"), false, true},
		"null":                {order(`,"maxPrice":null`), false, false},
		"NUL":                 {ref(`\u0000`), false, false},
		"nothing":             {ref(""), false, false},
		"missing":             {"{" + usual + "}", false, false},
		"zero as a limit":     {order(`,"maxPrice":0`), false, false},
		"too much":            {order(`,"amount":1000000001`), false, false},
		"beyond exact":        {order(`,"maxPrice":9007199254740992`), false, false},
		"below nothing":       {order(`,"amount":-1`), false, false},
		"a fraction":          {order(`,"amount":1.5`), false, false},
		"unknown":             {order(`,"note":"x"`), false, false},
		"wrong case":          {"{" + usual + `,"clientref":"INV-7"}`, false, false},
		"twice":               {order(`,"clientRef":"INV-8"`), false, false},
		"twice, escaped":      {order(`,"client\u0052ef":"INV-8"`), false, false},
		"a number for a text": {order(`,"productCode":5`), false, false},
		"not UTF-8":           {ref("\xff"), false, false},
		"two values":          {order("") + "{}", false, false},
		"a list":              {"[" + order("") + "]", false, false},
		"no JSON":             {"{", false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.check(t, a, &clientapi.OrderInput{}, &clientapi.OrderInput{})
		})
	}
}

func TestSelfValidatingBatches(t *testing.T) {
	t.Parallel()

	a := ordersAPI(t)
	orders := func(n int, one string) string {
		return `{"orders":[` + strings.TrimSuffix(strings.Repeat(one+",", n), ",") + "]}"
	}

	for name, c := range map[string]reading{
		"one":               {orders(1, "{"+usual+`,"clientRef":"INV-7"}`), true, true},
		"a hundred":         {orders(100, "{}"), true, true},
		"one too many":      {orders(101, "{}"), false, false},
		"none":              {orders(0, ""), false, false},
		"missing":           {"{}", false, false},
		"values of a line":  {orders(1, `{"productCode":"","amount":-1,"maxPrice":0}`), true, true},
		"unknown in a line": {orders(1, `{"note":"x"}`), false, false},
		"case of a line":    {orders(1, `{"ClientRef":"x"}`), false, false},
		"twice in a line":   {orders(1, `{"amount":1,"amount":2}`), false, false},
		"null as a line":    {orders(1, "null"), false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.check(t, a, &clientapi.BatchInput{}, &clientapi.BatchInput{})
		})
	}
}

func FuzzSelfValidatingBodies(f *testing.F) {
	f.Add([]byte("{" + usual + `,"clientRef":"INV-7","amount":1e2,"maxPrice":5}`))
	f.Add([]byte(`{"orders":[{` + usual + `,"clientRef":"\u00e9"},{"amount":-0}]}`))

	a := ordersAPI(f)

	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = readAlike(t, a, data, &clientapi.OrderInput{}, &clientapi.OrderInput{})
		_, _ = readAlike(t, a, data, &clientapi.BatchInput{}, &clientapi.BatchInput{})
	})
}
