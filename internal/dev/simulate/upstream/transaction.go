package upstream

import (
	"strings"
	"time"

	"loket/internal/platform/money"
)

// The words and codes of the book, which are those of Digiflazz. Other protocols translate them.
const (
	statusSuccess = "Sukses"
	statusPending = "Pending"
	statusFailed  = "Gagal"

	codeSuccess     = "00"
	codeFailed      = "02"
	codePending     = "03"
	codePayload     = "40"
	codeSignature   = "41"
	codeUsername    = "42"
	codeNoProduct   = "43"
	codeNoBalance   = "44"
	codeTaken       = "49"
	codeNotFound    = "50"
	codeDestination = "54"
	codeNoBill      = "60"
	codeOutOfStock  = "68"
	codeTooDear     = "69"
	codeRefunded    = "74"
	codeTooOften    = "83"
	codeNotThousand = "87"
)

// request is the body of /transaction. Other protocols fill in what they have of it.
type request struct {
	Commands  string       `json:"commands"`
	Username  string       `json:"username"`
	SKU       string       `json:"buyer_sku_code"`
	Customer  string       `json:"customer_no"`
	Reference string       `json:"ref_id"`
	Sign      string       `json:"sign"`
	MaxPrice  money.Rupiah `json:"max_price"`
	Amount    money.Rupiah `json:"amount"`
}

// verdict is what becomes of a request, and the fault of the answer's delivery.
type verdict struct {
	record record
	// refused is the code of a refusal, which created nothing; "" for an answer about the record.
	refused string
	fault   fault
	// truth is the record behind a final, true answer.
	truth *record
}

// same guards idempotency: a reference belongs to one purchase for ever.
func same(r record, in request) bool {
	return r.SKUCode == in.SKU && r.CustomerNo == in.Customer
}

// buy is a purchase; a repeated one is a status query.
func (s *Supplier) buy(in request) (verdict, error) {
	if known, ok := s.book.find(s.account.Name, in.Reference); ok {
		if known.Kind != kindPrepaid || !same(known, in) {
			return verdict{refused: codeTaken}, nil
		}

		return s.ask(known, true)
	}

	product, ok := s.product(in.SKU, false)
	if !ok {
		return verdict{refused: codeNoProduct}, nil
	}

	if code := s.refusal(in, product.Price); code != "" {
		return verdict{refused: code}, nil
	}

	return s.begin(s.newRecord(in, kindPrepaid, product.Price))
}

// inquire finds a bill. Its numbers are made, not stored: the same customer owes the same.
func (s *Supplier) inquire(in request) (verdict, error) {
	known, ok := s.book.find(s.account.Name, in.Reference)
	if ok && (known.Kind == kindPrepaid || !same(known, in)) {
		return verdict{refused: codeTaken}, nil
	}

	product, sold := s.product(in.SKU, true)
	test, _ := s.testNumber(in.SKU, in.Customer)

	switch {
	case !sold:
		return verdict{refused: codeNoProduct}, nil
	case in.Amount%thousand != 0 || in.Amount < 0:
		return verdict{refused: codeNotThousand}, nil
	case strings.HasSuffix(in.Customer, "9") && in.Amount == 0 && !s.settings.Chaos.Enabled() && test == testNone:
		return verdict{refused: codeNoBill}, nil // paid already
	}

	found := billFor(product, in.Customer, in.Amount, s.today())

	if code := s.refusal(in, found.cost()); code != "" && !ok {
		return verdict{refused: code}, nil
	}

	if ok {
		return verdict{record: known}, nil
	}

	made := s.newRecord(in, kindInquiry, found.cost())
	made.Status, made.RC = statusSuccess, codeSuccess

	if err := s.book.save(made); err != nil {
		return verdict{}, err
	}

	return verdict{record: made}, nil
}

// pay needs the inquiry of the same reference and day.
func (s *Supplier) pay(in request) (verdict, error) {
	known, ok := s.book.find(s.account.Name, in.Reference)
	if !ok || known.Kind == kindPrepaid || !same(known, in) {
		return verdict{refused: codeNotFound}, nil
	}

	if known.Kind == kindBill {
		return s.ask(known, true)
	}

	if known.Day != s.today().Format(time.DateOnly) {
		return verdict{refused: codeNotFound}, nil
	}

	if code := s.refusal(in, known.Price); code != "" {
		return verdict{refused: code}, nil
	}

	known.Kind = kindBill
	known.At = s.clock.Now()

	return s.begin(known)
}

// status asks about a payment; it pays nothing.
func (s *Supplier) status(in request) (verdict, error) {
	known, ok := s.book.find(s.account.Name, in.Reference)
	if !ok || known.Kind != kindBill || !same(known, in) {
		return verdict{refused: codeNotFound}, nil
	}

	if known.Status == StatusNone && known.Plan.Strict {
		return verdict{refused: codeNotFound}, nil
	}

	return s.ask(known, false)
}

// refusal returns the code with which a new purchase is refused; nothing is created.
func (s *Supplier) refusal(in request, price money.Rupiah) string {
	switch {
	case s.settings.RefuseCode != "":
		return s.settings.RefuseCode
	case s.settings.outOfStock(in.SKU),
		s.settings.RefuseSuffix != "" && strings.HasSuffix(in.Customer, s.settings.RefuseSuffix):
		return codeOutOfStock
	case in.MaxPrice > 0 && price > in.MaxPrice:
		return codeTooDear
	case s.settings.EmptyBalance || price > s.balance():
		return codeNoBalance
	default:
		return ""
	}
}

func (s *Supplier) today() time.Time { return s.clock.Now().In(s.zone) }

func (s *Supplier) newRecord(in request, kind string, price money.Rupiah) record {
	return record{
		Entry: Entry{
			RefID: in.Reference, CustomerNo: in.Customer, SKUCode: in.SKU, Status: StatusNone,
			At: s.clock.Now(), Supplier: s.account.Name, Kind: kind, Price: price,
		},
		Amount: in.Amount,
		Day:    s.today().Format(time.DateOnly),
	}
}

// begin takes a purchase or payment for the first time.
func (s *Supplier) begin(r record) (verdict, error) {
	dealt := planFor(s.settings, s.account.Name, r.RefID, r.CustomerNo)
	if dealt.refused {
		return verdict{refused: codeOutOfStock}, nil
	}

	r.Status, r.RC = StatusNone, ""
	r.Plan = savedPlan{Fails: dealt.fails, Pending: dealt.pending, Strict: dealt.strict}

	switch {
	case !dealt.fault.executes():
	case dealt.pending:
		r.Status, r.RC = statusPending, codePending
		r.DueAt = time.Now().Add(s.settings.callbackAfter())
	default:
		s.finish(&r)
	}

	if err := s.book.save(r); err != nil {
		return verdict{}, err
	}

	if r.Status == statusPending {
		s.endLater(r)
	}

	s.sendFalseNotices(r, dealt)

	return s.verdictOf(r, dealt.fault), nil
}

// ask answers a repeat or a status query. The repeat of a lost request executes it, since for the
// supplier it is the first one.
func (s *Supplier) ask(r record, repeat bool) (verdict, error) {
	lost := r.Status == StatusNone && (repeat || !r.Plan.Strict)
	ripe := r.Status == statusPending && !r.DueAt.After(time.Now())

	if lost || ripe {
		s.finish(&r)

		if err := s.book.save(r); err != nil {
			return verdict{}, err
		}
	}

	fault := faultNone

	if s.settings.Chaos.AskAgain > 0 {
		s.asked[r.RefID]++
		fault = s.settings.Chaos.questionFault(s.account.Name, r.RefID, s.asked[r.RefID])
	}

	return s.verdictOf(r, fault), nil
}

// finish ends a purchase as it was planned. It runs once for a reference: from
// then on its status is neither none nor pending.
func (s *Supplier) finish(r *record) {
	r.DueAt = time.Time{}

	if r.Plan.Fails {
		r.Status, r.RC = statusFailed, codeFailed

		return
	}

	product := s.productOf(*r)
	r.Status, r.RC, r.Executed = statusSuccess, codeSuccess, true
	r.SN = serialNumber(product, *r)
	s.spent += r.Price
}

func (s *Supplier) verdictOf(r record, met fault) verdict {
	made := verdict{record: r, fault: met}
	if met == faultNone && (r.Status == statusSuccess || r.Status == statusFailed) {
		made.truth = &r
	}

	return made
}
