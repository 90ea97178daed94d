package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"loket/internal/catalog/destination"
	"loket/internal/dev/testkit"
)

// wayIn is one destination as strangers write it, and what each way in must make of it.
type wayIn struct {
	product string
	sent    string
	// want is how package destination judges it (told): the normal form; "? reason form" with a doubt; "x reason" refused; then
	// " | repair".
	want string
	// parts are what the shop's fields have instead of sent: zone and server of a game.
	parts string
}

const fields = `{"number":%q}`

// waysIn has members of each kind of writing. Package destination has the whole table: TestDestinations.
func waysIn() []wayIn {
	meter, card, player := `{"meter":%q}`, fields, `{"userId":%q}`
	zone := func(user, id string) string { return fmt.Sprintf(`{"userId":%q,"zoneId":%q}`, user, id) }
	server := func(user, id string) string { return fmt.Sprintf(`{"userId":%q,"server":%q}`, user, id) }

	return []wayIn{
		// Good writings of one Indonesian number.
		{"TSEL10", "+62 812-1000-0010", "081210000010", fields},
		{"TSEL10", "0062 812 1000 0020", "081210000020", fields},
		{"TSEL10", "\u202a(0812) 1000.0030\u202c", "081210000030 | hidden", fields},
		{"TSEL10", "٠٨١٢١٠٠٠٠٠٤٠", "081210000040 | digits", fields},
		// Another network: a doubt.
		{"TSEL10", "081710000050", "? operator 081710000050", fields},
		// What a spreadsheet made of a number.
		{"TSEL10", "81210000060.0", "081210000060 | decimal", fields},
		{"TSEL10", "81.210.000.070,00", "081210000070 | thousands", fields},
		{"TSEL10", "8.1210000080E+10", "081210000080 | exponent", fields},
		{"TSEL10", "8,12E+10", "x exponent", fields},
		{"TSEL10", `="081210000090"`, "081210000090 | formula", fields},
		// Not one Indonesian number.
		{"TSEL10", "+1 812 100 0010", "x another_country", fields},
		{"TSEL10", "00852 6123 4567", "x another_country", fields},
		{"TSEL10", "081210000010 / 081210000020", "x two_numbers", fields},
		{"TSEL10", "08121000001O", "x character", fields},
		{"TSEL10", "abc", "x character", fields},
		{"TSEL10", "", "x missing", fields},
		{"TSEL10", strings.Repeat("8", 65), "x two_numbers", fields},
		{"TSEL10", "0812\u202e10000010", "x character", fields},
		// Wallets, meters and cards.
		{"DANA250", "+62 813-1000-0010", "081310000010", fields},
		{"DANA250", "+65 8131 0000", "x another_country", fields},
		{"PLN100", "32-0144-77820", "32014477820", meter},
		{"PLN100", "32014477820.0", "32014477820 | decimal", meter},
		{"BRIZZI50", "6013 5012 3456 7890", "6013501234567890", card},
		// Games: with their parts, without one, and with one of a wrong form.
		{"MLBB86", "551203880 2010", "551203880 2010", zone("551203880", "2010")},
		{"MLBB86", "551203890(2010)", "551203890 2010", zone("551203890", "2010")},
		{"MLBB86", "551203880", "x part", zone("551203880", "")},
		{"MLBB86", "551203880 20x0", "x part", zone("551203880", "20x0")},
		{"MLBB86", "1 2010", "x part", zone("1", "2010")},
		{"GI60", "812345670 os_asia", "812345670 os_asia", server("812345670", "os_asia")},
		{"GI60", "812345670 mars", "x part", server("812345670", "mars")},
		{"FF140", "5512038A0", "x part", player},
	}
}

// TestDestinationsOnEveryWayIn sends each member to each call that takes a destination: all judge as package destination does.
// The books are proved at the end, as for each program.
func TestDestinationsOnEveryWayIn(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		rows, root := waysIn(), p.signIn(t, 1001, "root")

		p.waysOfClients(t, rows)
		p.waysOfTheShop(t, rows)
		p.waysOfTheDashboard(t, rows, root)

		for _, w := range []wayIn{
			{"PLNPOST", "53-0000-000001", "530000000001", ""},
			{"PLNPOST", "530000000001.0", "530000000001 | decimal", ""},
			{"PLNPOST", "abc", "x character", ""},
			{"PLNPOST", "5.3E+11", "x exponent", ""},
		} {
			status, text := p.ask(t, http.MethodPost, "/h2h/v1/inquiries", ownKey, fmt.Sprintf(`{"productCode":%q,"destinationNo":%q}`, w.product, w.sent))
			w.answered(t, "the inquiry", status == http.StatusOK, text, http.StatusOK, status)
		}
	})
}

// contact is what a contact would be stored with: one has no product, so nothing is known of its number. Empty: no number.
func (w wayIn) contact() string {
	return destination.Judge(destination.Product{Type: destination.Anyone}, w.sent).Number
}

// number is the normal form that is wanted, empty if it is refused where nobody looks at it.
func (w wayIn) number() string {
	form, repair, _ := strings.Cut(w.want, " | ")
	if destination.Repair(repair).Grave() || strings.HasPrefix(form, "x ") {
		return ""
	}

	if rest, doubted := strings.CutPrefix(form, "? "); doubted {
		_, form, _ = strings.Cut(rest, " ")
	}

	return form
}

// answered checks an answer of a way on which nobody looks at the number: taken in its normal form, or refused with a reason.
func (w wayIn) answered(t *testing.T, way string, taken bool, text string, want, status int) {
	t.Helper()

	switch number := w.number(); {
	case number == "" && (taken || status != http.StatusBadRequest || !strings.Contains(text, `"ValidationError"`) || !strings.Contains(text, `"destination`)):
		t.Errorf("%s: %s %q is refused with %d %s", way, w.product, w.sent, status, text)
	case number != "" && (!taken || status != want || !strings.Contains(text, fmt.Sprintf("%q", number))):
		t.Errorf("%s: %s %q is %d %s, want %s", way, w.product, w.sent, status, text, number)
	}
}

// waysOfClients are the calls of the client API.
func (p *program) waysOfClients(t *testing.T, rows []wayIn) {
	t.Helper()

	line := func(way string, n int, w wayIn) string {
		text, err := json.Marshal(map[string]string{"productCode": w.product, "destinationNo": w.sent, "clientRef": fmt.Sprint(way, "-", n)})
		testkit.Must(t, err)

		return string(text)
	}

	lines := make([]string, len(rows))

	for i, w := range rows {
		status, text := p.ask(t, http.MethodPost, "/h2h/v1/orders", ownKey, line("one", i, w))
		w.answered(t, "client API", status == http.StatusCreated, text, http.StatusCreated, status)

		lines[i] = line("many", i, w)
	}

	var out struct {
		Data []struct {
			Status int             `json:"status"`
			Order  json.RawMessage `json:"order"`
			Error  json.RawMessage `json:"error"`
		} `json:"data"`
	}

	p.get(t, http.StatusOK, http.MethodPost, "/h2h/v1/orders/batch", ownKey, `{"orders":[`+strings.Join(lines, ",")+`]}`, &out)

	for i, w := range rows {
		got := out.Data[i]
		w.answered(t, "batch", got.Order != nil, string(got.Order)+string(got.Error), http.StatusCreated, got.Status)
	}
}

// waysOfTheShop are the judgement before the payment and the order.
func (p *program) waysOfTheShop(t *testing.T, rows []wayIn) {
	t.Helper()

	prices := map[string]string{}

	for operator, product := range map[string]string{"TSEL": "TSEL10", "DANA": "DANA250", "PLN": "PLN100", "BRIZZI": "BRIZZI50", "MLBB": "MLBB86", "GENSHIN": "GI60", "FF": "FF140"} {
		_, page := p.ask(t, http.MethodGet, "/majujaya/"+operator, "", "")

		found := regexp.MustCompile(`"code":"` + product + `"[^}]*"price":(\d+)`).FindStringSubmatch(page)
		if found == nil {
			t.Fatalf("%s is not sold: %s", product, page)
		}

		prices[product] = found[1]
	}

	for i, w := range rows {
		parts := w.parts
		if strings.Contains(parts, "%q") {
			parts = fmt.Sprintf(parts, w.sent)
		}

		status, text := p.ask(t, http.MethodPost, "/shop/v1/majujaya/destinations", "", fmt.Sprintf(`{"productCode":%q,"destination":%s}`, w.product, parts))
		w.answered(t, "shop", status == http.StatusOK, text, http.StatusOK, status)

		if doubted := strings.HasPrefix(w.want, "? "); status == http.StatusOK && doubted == strings.Contains(text, `"doubt":""`) {
			t.Errorf("shop: %s %q: %s", w.product, w.sent, text)
		}

		key := fmt.Sprintf("a-random-text-of-a-shopper-%d", i)
		status, text = p.create(t, "/shop/v1/majujaya/orders", "", key, fmt.Sprintf(`{"productCode":%q,"price":%s,"destination":%s}`, w.product, prices[w.product], parts))

		if status == http.StatusCreated { // the order's page has its number
			var made madeOrder

			testkit.Must(t, json.Unmarshal([]byte(text), &made))

			// Ordered again, the parts of a game are those that were filled in.
			_, text = p.ask(t, http.MethodGet, "/shop/v1"+made.Link, "", "")
			if again := `"filled":` + parts; strings.Contains(parts, destination.UserID) && !strings.Contains(text, again) {
				t.Errorf("again: no %s in %s", again, text)
			}
		}

		w.answered(t, "order in the shop", status == http.StatusCreated, text, http.StatusCreated, status)
	}
}

// waysOfTheDashboard are those on which people look at each number: repairs are shown, and doubts warn.
func (p *program) waysOfTheDashboard(t *testing.T, rows []wayIn, token string) {
	t.Helper()

	type checked struct {
		Normalised *string
		Verdict    string
		Reason     string
		Message    string
		Repair     *struct{ Code, Original string }
	}

	for i, w := range rows {
		body, err := json.Marshal(map[string]any{"productCode": w.product, "destinationNos": []string{w.sent}})
		testkit.Must(t, err)

		var out struct{ Data struct{ Lines []checked } }

		p.get(t, http.StatusOK, http.MethodPost, "/v1/scheduled-orders/check", token, string(body), &out)

		if got := told(t, out.Data.Lines[0].Normalised, out.Data.Lines[0].Reason, out.Data.Lines[0].Repair); got != w.want {
			t.Errorf("line check: %s %q is %q, want %q", w.product, w.sent, got, w.want)
		}

		if !strings.Contains(w.parts, "number") && !strings.Contains(w.parts, "meter") {
			continue
		}

		p.checkedContact(t, w, token)

		body, err = json.Marshal(map[string]any{"code": fmt.Sprint("WAY-", i), "name": "Way In", "destinationNo": w.sent})
		testkit.Must(t, err)

		status, text := p.ask(t, http.MethodPost, "/v1/employee", token, string(body))

		switch taken := status < http.StatusMultipleChoices; {
		case w.contact() == "" && (taken || status != http.StatusBadRequest || !strings.Contains(text, `"destinationNo"`)):
			t.Errorf("contact: %q is %d %s", w.sent, status, text)
		case w.contact() != "" && (!taken || !strings.Contains(text, fmt.Sprintf("%q", w.contact()))):
			t.Errorf("contact: %q is %d %s, want %s", w.sent, status, text, w.contact())
		}
	}
}

// checkedContact is the check that tells the contacts of numbers.
func (p *program) checkedContact(t *testing.T, w wayIn, token string) {
	t.Helper()

	body, err := json.Marshal(map[string][]string{"destinationNos": {w.sent}})
	testkit.Must(t, err)

	var out struct {
		Data []struct{ Normalised, Message string }
	}

	p.get(t, http.StatusOK, http.MethodPost, "/v1/employee/bulk-check", token, string(body), &out)

	if got := out.Data[0]; got.Normalised != w.contact() || (got.Message == "") == (w.contact() == "") {
		t.Errorf("check of contacts: %q is %+v, want %q", w.sent, got, w.contact())
	}
}

// told writes the verdict of a line as the table does. That a number was paid a moment ago says nothing about it.
func told(t *testing.T, number *string, reason string, repair *struct{ Code, Original string }) string {
	t.Helper()

	if number == nil {
		return "x " + reason
	}

	text := *number
	if reason != "" && reason != "recently_paid" {
		text = "? " + reason + " " + text
	}

	if repair != nil {
		text += " | " + repair.Code
	}

	return text
}
