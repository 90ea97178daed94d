package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"testing"

	"loket/internal/api/portal/schedules"
	"loket/internal/dev/testkit"
)

// mostOfAnEdit is what the check of a list may send and get after one line of it has changed, in bytes.
const mostOfAnEdit = 2_000

// listCheck is a body of the check.
type listCheck struct {
	ProductCode    string   `json:"productCode"`
	DestinationNos []string `json:"destinationNos"`
	OtherLines     *int     `json:"otherLines,omitempty"`
	OmitFine       bool     `json:"omitFine,omitempty"`
}

// TestAChangedListIsCheckedByItsChange: the numbers that changed, beside how many others there are, get the verdicts and the money of a check
// of the whole list, by a thousandth of its bytes.
func TestAChangedListIsCheckedByItsChange(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const lines = 10_000

		token := p.signIn(t, 1001, "root")
		status, text := p.ask(t, http.MethodPost, "/v1/employee", token, `{"code":"LIST-1","name":"Siti","destinationNo":"081255500001"}`)

		if status >= http.StatusMultipleChoices {
			t.Fatalf("contact: %d %s", status, text)
		}

		list := make([]string, lines)
		for i := range list {
			list[i] = fmt.Sprintf("0812555%05d", i)
		}

		list[2], list[3], list[4], list[5] = "081755500002", "number", "+62 812 5550 0004", "0812-5550-0000"

		whole, _ := p.checkList(t, token, listCheck{DestinationNos: list})
		short, bytes := p.checkList(t, token, listCheck{DestinationNos: list, OmitFine: true})

		// Without the fine lines: a contact, another operator's number, none, one in another writing, and a second one.
		if want := []int{1, 2, 3, 4, 5}; !slices.Equal(indexes(short.Lines), want) || short.Omitted != lines-len(want) || whole.Omitted != 0 {
			t.Errorf("lines %v, %d left out; want %v", indexes(short.Lines), short.Omitted, want)
		}

		for _, l := range short.Lines {
			if !reflect.DeepEqual(l, whole.Lines[l.Index]) {
				t.Errorf("line %d is %+v, want %+v", l.Index, l, whole.Lines[l.Index])
			}
		}

		sameMoney(t, "without the fine lines", short, whole)

		if bytes > mostOfAnEdit {
			t.Errorf("the answer without the fine lines has %d bytes", bytes)
		}

		// One line is removed, then one that another operator has is added.
		list = list[:lines-1]
		others := lines - 3 // without the one that is no number, and the second one

		edited, bytes := p.checkList(t, token, listCheck{DestinationNos: []string{}, OtherLines: &others, OmitFine: true})
		whole, _ = p.checkList(t, token, listCheck{DestinationNos: list})
		sameMoney(t, "one line removed", edited, whole)

		if bytes > mostOfAnEdit || len(edited.Lines) != 0 {
			t.Errorf("one line removed: %d bytes, %+v", bytes, edited.Lines)
		}

		added, _ := p.checkList(t, token, listCheck{DestinationNos: []string{"081755599999"}, OtherLines: &others, OmitFine: true})
		whole, _ = p.checkList(t, token, listCheck{DestinationNos: slices.Concat(list, []string{"081755599999"})})
		sameMoney(t, "one line added", added, whole)

		if want := whole.Lines[lines-1]; len(added.Lines) != 1 || added.Lines[0].Verdict != "wrong_prefix" || added.Lines[0].Message != want.Message {
			t.Errorf("one line added: %+v, want %+v", added.Lines, want)
		}

		p.listIsRefused(t, token)
	})
}

// checkList checks a list of TSEL10, and returns how many bytes the call and its answer had beside the numbers that were sent.
func (p *program) checkList(t *testing.T, token string, in listCheck) (schedules.CheckedScheduledOrder, int) {
	t.Helper()

	in.ProductCode = "TSEL10"
	body, err := json.Marshal(in)
	testkit.Must(t, err)

	status, text := p.ask(t, http.MethodPost, scheduledPath+"/check", token, string(body))
	if status != http.StatusOK {
		t.Fatalf("check of %d numbers: %d %s", len(in.DestinationNos), status, text)
	}

	var out schedules.OneCheckedScheduledOrder

	testkit.Must(t, json.Unmarshal([]byte(text), &out))

	sent, err := json.Marshal(in.DestinationNos)
	testkit.Must(t, err)

	return out.Data, len(body) - len(sent) + len(text)
}

// listIsRefused: a list without a line, and one with too many.
func (p *program) listIsRefused(t *testing.T, token string) {
	t.Helper()

	for _, c := range []struct{ body, field string }{
		{`{"productCode":"TSEL10","destinationNos":[]}`, "destinationNos"},
		{`{"productCode":"TSEL10","destinationNos":["081255500001"],"otherLines":10000}`, "destinationNos"},
		{`{"productCode":"TSEL10","destinationNos":[],"otherLines":-1}`, "otherLines"},
		{`{"productCode":"TSEL10","destinationNos":[],"otherLines":10001}`, "otherLines"},
	} {
		p.expect(t, http.StatusBadRequest, fmt.Sprintf(`"field":%q`, c.field), http.MethodPost, scheduledPath+"/check", token, c.body)
	}

	// Of an order without a number that can be bought for the money is nothing.
	p.expect(t, http.StatusOK, `"total":0`, http.MethodPost, scheduledPath+"/check", token, `{"productCode":"TSEL10","destinationNos":[],"otherLines":0}`)
}

func indexes(lines []schedules.CheckedScheduledLine) []int {
	out := make([]int, len(lines))
	for i, l := range lines {
		out[i] = l.Index
	}

	return out
}

// sameMoney compares all of two checks but their lines.
func sameMoney(t *testing.T, what string, got, want schedules.CheckedScheduledOrder) {
	t.Helper()

	got.Lines, want.Lines, got.Omitted, want.Omitted = nil, nil, 0, 0

	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %+v\nwant %+v", what, got, want)
	}
}
