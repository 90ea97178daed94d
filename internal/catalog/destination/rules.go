package destination

import (
	"slices"
	"strings"

	"loket/internal/platform/language"
)

// kind is a way to read destinations.
type kind int

const (
	free     kind = iota // the product is unknown
	anyone               // a contact
	mobile               // an Indonesian mobile number
	mobilely             // most likely one: modems and wallets may have others
	fixed                // digits alone, of certain lengths
	landline             // of a telephone, or a customer number
	customer             // letters and digits, as the biller prints them
	vehicle              // a plate or a payment code
	account              // of a voucher: a mobile number, an e-mail address, a name
	abroad               // E.164 of another country
	game
)

// rule is what is known of the destinations of a product.
type rule struct {
	kind kind
	// Digits outside least and most are a wrong form; 0 sets no bound. Outside of likely they are doubtful.
	least, most int
	message     language.Message
	likely      [3]int // single lengths; none: all
	unlikely    language.Message
}

// ruleOf is the rule of a product, by the facts of the trade. Where they are uncertain it only doubts: refusing a good number
// would cost a sale.
func ruleOf(p Product) rule { //nolint:cyclop // a table
	switch p.Type {
	case Anyone:
		return rule{kind: anyone}
	case "mobile", "mobile_postpaid":
		return rule{kind: mobile, least: 10, most: 13, message: msgMobile}
	case "data":
		return rule{kind: mobilely, least: 5, most: 20, message: msgMobile}
	case "ewallet", "ewallet_inquiry":
		return rule{kind: mobilely, least: 8, most: 20, message: msgMobile}
	case "electricity":
		return rule{kind: fixed, least: 11, most: 12, message: msgMeter}
	case "electricity_postpaid":
		return rule{kind: fixed, least: 11, most: 12, message: msgCustomerID}
	case "emoney":
		return cardRule(p)
	case "credit_card":
		return rule{kind: fixed, least: 13, most: 19, message: msgCredit}
	case "bpjs":
		return rule{kind: fixed, least: 8, most: 20, message: msgBPJS, likely: [3]int{11, 13, 16}, unlikely: msgBPJS}
	case "pbb":
		return rule{kind: fixed, least: 10, most: 24, message: msgNOP, likely: [3]int{18, 18, 18}, unlikely: msgNOP}
	case "telephone_postpaid":
		return rule{kind: landline, least: 5, most: 20}
	case "mobile_international":
		return rule{kind: abroad, least: 8, most: 15, message: msgE164}
	case "vehicle_tax", "esamsat", "samolnas":
		return rule{kind: vehicle, least: 5, most: 30}
	case "voucher":
		return rule{kind: account}
	case "game", "game_close_amount":
		return rule{kind: game}
	case "pdam", "gas_postpaid", "tv_postpaid", "multifinance", "insurance", "spp", "ipl":
		return rule{kind: customer}
	default:
		return rule{}
	}
}

// lengthMessage says how many digits a number has, where the type has no text of its own.
func (r rule) lengthMessage() language.Message {
	if r.message.IsZero() {
		return msgLength.With(r.least, r.most)
	}

	return r.message
}

// judge judges plain digits.
func (r rule) judge(p Product, n number) Verdict {
	var v Verdict

	switch r.kind {
	case mobile, mobilely:
		v = r.judgeMobile(p, n)
	case fixed, vehicle:
		v = r.judgeFixed(p, n.digits)
	case landline:
		v = r.judgeLandline(n)
	case abroad:
		v = r.judgeAbroad(p, n)
	case anyone:
		v = judgeAnyone(n)
	case game:
		v = judgeGame(p, n.digits)
	case customer:
		v = r.judgeCustomer(p, n.digits)
	case account:
		v = judgeAccount(n)
	case free:
		v = Verdict{Number: n.digits}
	}

	if v.Grade == WrongForm && len(n.digits) > r.most && len(n.digits) >= r.two() {
		return refused(TwoNumbers, msgTwo)
	}

	if v.Grade != Refused {
		v.Repair, v.RepairMessage = n.repair, n.message
	}

	return v
}

// two is the length from which digits could be two numbers.
func (r rule) two() int {
	if r.kind == mobile || r.kind == mobilely {
		return 2 * leastMobile
	}

	return 2 * r.least
}

func (r rule) outside(digits string) bool { return len(digits) < r.least || len(digits) > r.most }

func (r rule) isLikely(digits string) bool {
	return r.likely[0] == 0 || slices.Contains(r.likely[:], len(digits))
}

// judgeFixed judges numbers of digits alone.
func (r rule) judgeFixed(p Product, digits string) Verdict {
	switch {
	case r.outside(digits), p.Type == "credit_card" && !luhn(digits):
		return wrongForm(digits, r.lengthMessage())
	case !r.isLikely(digits):
		return doubtful(digits, r.unlikely)
	case p.Type == "emoney":
		return judgeBrand(p, digits)
	}

	return Verdict{Number: digits}
}

// read judges a text that isn't plain digits.
func (r rule) read(p Product, t text) Verdict {
	switch r.kind {
	case free:
		return Verdict{Number: t.s}
	case game:
		return readGame(p, t)
	case customer:
		return r.readCustomer(p, t)
	case vehicle:
		return r.readVehicle(p, t)
	case account:
		return r.readAccount(p, t)
	case anyone:
		return r.readAnyone(p, t)
	case landline:
		if p.Operator != "TELKOM" && strings.ContainsFunc(t.s, asciiLetter) {
			return r.readCustomer(p, t)
		}
	case mobile, mobilely, fixed, abroad:
	}

	return r.readDigits(p, t)
}

// readDigits reads a number that has digits alone.
func (r rule) readDigits(p Product, t text) Verdict {
	if t.broken {
		return refused(TwoNumbers, msgTwo)
	}

	n, v := readGroups(t.s, r.kind != fixed && r.kind != vehicle)

	switch {
	case v.Grade == Refused:
		return v
	case n.long && (r.kind != fixed || r.least < 2*longGroup || r.outside(n.digits)): // 60329812 34567893 is one card
		return refused(TwoNumbers, msgTwo)
	case r.hasTrailingDigits(n):
		return refused(TwoNumbers, msgTwo)
	case r.kind == anyone:
		return keptAsWritten(r.judge(p, n), t, n)
	}

	return r.judge(p, n)
}

// hasTrailingDigits reports whether more digits stand behind a whole number in one group: 081234567890 5. They may be an amount, and with them the
// number would be somebody else's.
func (r rule) hasTrailingDigits(n number) bool {
	switch r.kind {
	case mobile, mobilely:
	case anyone, account: // a number of a player may begin with 8 or 62
		if !n.plus && !strings.HasPrefix(n.head, "0") {
			return false
		}
	case fixed:
		return n.head != "" && !r.outside(n.head) && r.isLikely(n.head)
	case free, landline, customer, vehicle, abroad, game:
		return false
	}

	no, ours := national(number{digits: n.head, plus: n.plus})

	return ours && isMobile(no)
}

func asciiLetter(c rune) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
