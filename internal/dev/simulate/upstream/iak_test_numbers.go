package upstream

import (
	"strings"
	"time"
)

// testCall is the call whose end a documented test number decides.
type testCall int

const (
	testNone testCall = iota
	testInquiry
	testPurchase
)

// testPrefixes begin the documented test numbers of IAK, by product; four digits follow. Prepaid products have none of their own: here their
// numbers are decided by the last four digits alone.
var testPrefixes = map[string]string{
	"PLNPOSTPAID": "53000000", "BPJS": "880123456", "BPJSTK": "810205101127", "BPJSTKPU": "21030001", "HPTHREE": "0899123", "SHOPEEPAY": "08210000",
}

// testNumber is what a documented test number decides, by its last four digits: 0 and a code of three digits is the end of the inquiry, 1 and
// a code that of the purchase or payment. 0000 is success.
func (s *Supplier) testNumber(sku, customer string) (testCall, string) {
	const digits = 4

	if !s.account.TestNumbers || len(customer) < digits {
		return testNone, ""
	}

	start, last := customer[:len(customer)-digits], customer[len(customer)-digits:]
	if prefix := testPrefixes[sku]; prefix != "" && start != prefix || strings.Trim(last, "0123456789") != "" {
		return testNone, ""
	}

	code := strings.TrimPrefix(last[1:], "0") // 001 is 01, 103 is 103

	switch last[0] {
	case '0':
		return testInquiry, code
	case '1':
		return testPurchase, code
	default:
		return testNone, ""
	}
}

// beginTest takes a purchase whose end a test number decides: a pending one ends in success, another code than success is its failure.
func (s *Supplier) beginTest(r record, code string) (verdict, error) {
	switch code {
	case iakSuccess:
		s.finish(&r)
	case iakPending, "05", "201":
		r.Plan.Pending = true
		r.Status, r.RC = statusPending, codePending
		r.DueAt = time.Now().Add(s.settings.callbackAfter())
	default:
		r.Plan.Fails, r.Code = true, code
		s.finish(&r)
	}

	if err := s.book.save(r); err != nil {
		return verdict{}, err
	}

	if r.Status == statusPending {
		s.endLater(r)
	}

	return s.verdictOf(r, faultNone), nil
}
