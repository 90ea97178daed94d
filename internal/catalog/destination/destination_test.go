package destination_test

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"loket/internal/catalog/destination"
)

//go:embed testdata/destinations.txt
var table string

// leastRows keeps the table from losing its rows.
const leastRows = 300

// demoParts are parts as the catalogue has them.
func demoParts(operator string) []destination.Part {
	digits := func(name string, least, most int, example string) destination.Part {
		return destination.Part{Name: name, Form: destination.PartDigits, Least: least, Most: most, Example: example}
	}

	switch operator {
	case "MLBB":
		return []destination.Part{digits(destination.UserID, 5, 12, "123456780"), digits(destination.ZoneID, 3, 6, "2010")}
	case "FF", "PUBGM":
		return []destination.Part{digits(destination.UserID, 6, 14, "123456780")}
	case "ROBLOX", "STEAM":
		return []destination.Part{{Name: destination.UserID, Form: destination.PartWord, Least: 3, Most: 32, Example: "Budi_99"}}
	case "VALORANT":
		return []destination.Part{{Name: destination.UserID, Form: destination.PartRiot, Least: 3, Most: 16, Example: "Budi#ID1"}}
	case "GENSHIN":
		return []destination.Part{digits(destination.UserID, 9, 10, "812345678"), {
			Name: destination.Server, Form: destination.PartList, Example: "os_asia",
			Options: []destination.Option{{Code: "os_asia", Label: "Asia"}, {Code: "os_usa", Label: "America"}},
		}}
	}

	return nil
}

type row struct {
	line    int
	product destination.Product
	input   string
	want    string
}

func rows(t *testing.T) []row {
	t.Helper()

	var list []row

	for i, line := range strings.Split(table, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}

		cells := strings.Split(line, " | ")
		typ, operator, _ := strings.Cut(cells[0], "/")

		input, err := strconv.Unquote(`"` + strings.ReplaceAll(cells[1], `"`, `\"`) + `"`)
		if err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}

		list = append(list, row{i + 1, destination.Product{Type: typ, Operator: operator, Parts: demoParts(operator)}, input, strings.Join(cells[2:], " | ")})
	}

	return list
}

func told(v destination.Verdict) string {
	text := v.Number

	switch v.Grade {
	case destination.Fine:
	case destination.Doubtful:
		text = fmt.Sprintf("? %s %s", v.Reason, v.Number)
	case destination.WrongForm:
		text = "! " + v.Number
	case destination.Refused:
		text = "x " + string(v.Reason)
	}

	if v.Repair != "" {
		text += " | " + string(v.Repair)
	}

	return text
}

// TestDestinations judges every row of the table, and its normal form again: it stays the same, with the same grade.
func TestDestinations(t *testing.T) {
	t.Parallel()

	list := rows(t)
	if len(list) < leastRows {
		t.Errorf("%d rows", len(list))
	}

	types := map[string]bool{}

	for _, r := range list {
		types[r.product.Type] = true

		v := destination.Judge(r.product, r.input)
		if got := told(v); got != r.want {
			t.Errorf("line %d: %s %q is %q, want %q", r.line, r.product.Type, r.input, got, r.want)
		}

		if v.Grade == destination.Refused {
			if v.Message.IsZero() || v.Number != "" {
				t.Errorf("line %d: %+v", r.line, v)
			}

			continue
		}

		again := destination.Judge(r.product, v.Number)
		if again.Number != v.Number || again.Grade != v.Grade || again.Repair != "" {
			t.Errorf("line %d: %q is %s again", r.line, v.Number, told(again))
		}

		if v.Grade != destination.Fine == v.Message.IsZero() || (v.Repair == "") != v.RepairMessage.IsZero() {
			t.Errorf("line %d: without a text: %+v", r.line, v)
		}

		if found := destination.Writings(r.input); v.Repair == "" && r.product.Operator != "GENSHIN" && !slices.Contains(found, v.Number) {
			t.Errorf("line %d: %q is stored as %q, and searched as %q", r.line, r.input, v.Number, found)
		}
	}

	const operatorTypes = 26
	if len(types) != operatorTypes+1 {
		t.Errorf("%d types and the contacts", len(types)-1)
	}
}

// FuzzJudge proves that a normal form stays the same when it comes again, that the tables can hold it, and that no digit of the
// input is lost, added or moved without a repair that says so.
func FuzzJudge(f *testing.F) {
	for i, text := range []string{
		"+62 812-3456-7890", "8.12E+11", "\x00", "５３０００００００００１", "0812\u202e345", "=1+1", strings.Repeat("9", 65), "+", "-().", "81.234.567.801,00",
		"'=0812", "551203880(2010)", "b1234xyz", "a@b.c", "81.234.567.801.0", "(0)", "+62(0)8", "+6(0)2", "12E3", "0E0,",
	} {
		for typ := range 4 {
			f.Add(uint8(i+7*typ), text)
		}
	}

	products := []destination.Product{}

	for line := range strings.SplitSeq(table, "\n") {
		if typ, operator, ok := strings.Cut(strings.Split(line, " | ")[0], "/"); ok && !strings.HasPrefix(line, "#") {
			products = append(products, destination.Product{Type: typ, Operator: operator, Parts: demoParts(operator)})
		}
	}

	products = append(products, destination.Product{}, destination.Product{Type: destination.Anyone})

	f.Fuzz(func(t *testing.T, kind uint8, text string) {
		p := products[int(kind)*len(products)/256]

		v := destination.Judge(p, text)
		destination.Writings(text)
		destination.Fragments(text)

		if (v.Grade == destination.Refused) != (v.Number == "") {
			t.Fatalf("%v %q: %+v", p, text, v)
		}

		if v.Grade == destination.Refused {
			return
		}

		// A wrong form has no normal form. A normal form has no + any more, so it may be judged more mildly.
		again := destination.Judge(p, v.Number)
		stable := v.Grade == destination.WrongForm || again.Number == v.Number && again.Grade <= v.Grade

		if !stable || again.Repair != "" || len(v.Number) > destination.MaxLength || strings.ContainsRune(v.Number, 0) {
			t.Fatalf("%v %q is %q, then %+v", p, text, v.Number, again)
		}

		if key := destination.Key(v.Number); p.Type == destination.Anyone && v.Repair == "" && key != destination.Key(text) {
			t.Fatalf("%q has the key %q, %q has %q", text, destination.Key(text), v.Number, key)
		}

		sent, kept := digits(text), digits(v.Number)
		if v.Repair != "" || sent == kept || p.Type != "mobile" && strings.HasSuffix(p.Operator, "N") { // a server has a code of its own
			return
		}

		// The country and its zero may go, or the zero of a number that begins with 8 may come; 00 of a country abroad may go. The zero
		// in brackets after the country isn't dialled.
		if strings.Contains(text, "(") && strings.Replace(sent, "620", "62", 1) == kept {
			return
		}

		for _, before := range []string{"62", "0062", "620", "00620"} {
			if "0"+strings.TrimPrefix(sent, before) == kept && strings.HasPrefix(sent, before) {
				return
			}
		}

		if "0"+sent != kept && strings.TrimPrefix(sent, "00") != kept && p.Type != "mobile_international" {
			t.Fatalf("%v %q is %q", p, text, v.Number)
		}
	})
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}

		return r
	}, s)
}

// TestPlainDigitsAllocateNothing keeps the placing of orders fast: thousands a second are judged.
func TestPlainDigitsAllocateNothing(t *testing.T) {
	for _, p := range []destination.Product{{Type: "mobile", Operator: "TSEL"}, {Type: "electricity", Operator: "PLN"}, {Type: "emoney", Operator: "BRIZZI"}, {Type: "pdam"}} {
		no := map[string]string{"mobile": "081234567890", "electricity": "32014477812", "emoney": "6013501234567890", "pdam": "1013226"}[p.Type]

		if n := testing.AllocsPerRun(100, func() { destination.Strict(p, no) }); n != 0 {
			t.Errorf("%s: %v allocations", p.Type, n)
		}
	}
}

func BenchmarkPlainDigits(b *testing.B) {
	p := destination.Product{Type: "mobile", Operator: "TSEL"}

	for b.Loop() {
		destination.Strict(p, "081234567890")
	}
}
