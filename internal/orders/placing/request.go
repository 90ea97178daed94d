package placing

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"loket/internal/catalog"
	"loket/internal/orders/order"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// Request is the input of one order. A repeat with the same ClientRef and the same input is the same
// order, even if prices have changed.
type Request struct {
	ClientID      int64
	ProductCode   string
	DestinationNo string
	ClientRef     string
	Amount        money.Rupiah      // only for open-amount products
	Bill          BillFields        // only for bills
	MaxPrice      money.Rupiah      // 0 is no limit
	PaymentType   order.PaymentType // Deposit when empty
	Channel       order.Channel
	// DuplicateWithin refuses the order if another one of the last minutes bought the same for the same number. 0: never. It is no part of
	// the input.
	DuplicateWithin time.Duration
	// APIKeyEnding is the last four characters of the API key of ChannelH2H.
	APIKeyEnding string
	// Fence, if any, must hold in the transaction that stores the order. It is no part of the input.
	Fence *Fence
}

// BillFields are what some bills need beside the customer's number; zero values where they need none. A supplier that doesn't take one that is
// given is not asked.
type BillFields struct {
	Months   int    // to pay, of health insurance
	Year     int    // of a tax
	Identity string // number of the payer's identity card, 16 digits
}

// Limits of the fields of bills.
const (
	MaxMonths      = 12
	FirstYear      = 2000
	LastYear       = 2100
	IdentityDigits = 16
)

// wrong is the name of a field that has no possible value; "" if all are possible.
func (f BillFields) wrong() string {
	switch {
	case f.Months < 0 || f.Months > MaxMonths:
		return fieldMonths
	case f.Year != 0 && (f.Year < FirstYear || f.Year > LastYear):
		return fieldYear
	case strings.Trim(f.Identity, "0123456789") != "" || (f.Identity != "" && len(f.Identity) != IdentityDigits):
		return fieldIdentity
	default:
		return ""
	}
}

// first is the name of the first field that is given; "" without any.
func (f BillFields) first() string {
	switch {
	case f.Months != 0:
		return fieldMonths
	case f.Year != 0:
		return fieldYear
	case f.Identity != "":
		return fieldIdentity
	default:
		return ""
	}
}

const (
	fieldMonths   = "months"
	fieldYear     = "year"
	fieldIdentity = "identity"
)

// extra is the form in which suppliers get the fields; nil without any.
func (f BillFields) extra() map[string]string {
	if f == (BillFields{}) {
		return nil
	}

	out := map[string]string{}

	if f.Months > 0 {
		out[supplier.ExtraMonths] = strconv.Itoa(f.Months)
	}

	if f.Year > 0 {
		out[supplier.ExtraYear] = strconv.Itoa(f.Year)
	}

	if f.Identity != "" {
		out[supplier.ExtraIdentity] = f.Identity
	}

	return out
}

// Fence lets only the present worker of a job place orders. Its query gives a row until the worker is replaced. On PostgreSQL it
// also locks that row, so that nobody replaces the worker before its orders are stored. An order that is refused by it gets
// fault.ErrUnavailable. All requests of a call share one.
type Fence struct {
	Query string
	Args  []any
	// Row is the id of the row. Batches lock rows in this order.
	Row int64
}

// errReplaced is the reason of fault.ErrUnavailable where a fence does not hold.
var errReplaced = errors.New("another worker has replaced the one that places this order")

// PlacedOrder is the outcome of an accepted request.
type PlacedOrder struct {
	Order  order.Order
	Repeat bool // the order was placed by an earlier request
	// BalanceAfter is what the wallet, or the limit, had right after the charge. A repeat has none: others were charged since.
	BalanceAfter money.Rupiah
}

// Result is the outcome of one request of several.
type Result struct {
	Placed PlacedOrder
	Err    error
}

// Limits of a request.
const (
	MaxClientRef   = 64
	MaxProductCode = 64
	// MaxAmount is the largest amount that a client may ask for of an open-amount product: a typing error should not
	// empty a wallet.
	MaxAmount = money.Rupiah(1_000_000_000)
	// MaxMaxPrice is the greatest integer that every JSON parser reads exactly.
	MaxMaxPrice = money.Rupiah(1<<53 - 1)
	// MaxPerCall is the most orders in one call of the client API.
	MaxPerCall = 100
)

// StorefrontPrefix begins the references that the program makes for orders of shops. It is the only one whose references others could guess:
// those of scheduled orders are random.
const StorefrontPrefix = "shop-"

// IsReserved reports whether a reference is one that the program makes itself. Clients can't use it: their order would stand in the place of
// one that a shopper has paid.
func IsReserved(ref string) bool { return strings.HasPrefix(ref, StorefrontPrefix) }

// validClientRef reports whether a reference has only visible ASCII characters, and spaces only between
// them.
func validClientRef(ref string) bool {
	for i := range len(ref) {
		if c := ref[i]; c < ' ' || c > '~' {
			return false
		}
	}

	return ref != "" && ref[0] != ' ' && ref[len(ref)-1] != ' '
}

// prepare checks what needs no database and normalises the destination.
func (r Request) prepare(snap *catalog.Snapshot) (Request, error) {
	r.PaymentType = cmp.Or(r.PaymentType, order.Deposit)

	p, _ := snap.Product(r.ProductCode) // an unknown one is refused later, since the request may be a repeat

	destination, err := p.Normalise(r.DestinationNo)
	invalid := r.validate()

	if field := r.Bill.first(); field != "" && invalid == nil && p.Kind == catalog.Prepaid {
		invalid = fault.InvalidField(field, msgPrepaid)
	}

	switch {
	case invalid == nil && err == nil:
		r.DestinationNo = destination

		return r, nil
	case err != nil && invalid != nil:
		both := fault.From(invalid)
		both.Fields = append(both.Fields, fault.From(err).Fields...)

		return r, both
	default:
		return r, cmp.Or(invalid, err)
	}
}

func (r Request) validate() error {
	var fields []fault.Field

	add := func(field string, message language.Message) {
		fields = append(fields, fault.Field{Field: field, Message: message})
	}

	if r.ProductCode == "" || len(r.ProductCode) > MaxProductCode {
		add("productCode", msgProductCodeMissing)
	}

	if r.Channel == order.ChannelH2H && IsReserved(r.ClientRef) {
		add("clientRef", msgReferenceReserved.With(StorefrontPrefix))
	}

	// A URL path ends in the reference, where "." and ".." would be path segments.
	if len(r.ClientRef) > MaxClientRef || !validClientRef(r.ClientRef) || r.ClientRef == "." || r.ClientRef == ".." {
		add("clientRef", msgReferenceForm.With(MaxClientRef))
	}

	if r.Amount < 0 || r.Amount > MaxAmount {
		add("amount", msgAmountOutOfRange)
	}

	if field := r.Bill.wrong(); field != "" {
		add(field, msgBillFields.With(MaxMonths, FirstYear, LastYear, IdentityDigits))
	}

	if r.MaxPrice < 0 || r.MaxPrice > MaxMaxPrice {
		add("maxPrice", msgMaximumOutOfRange)
	}

	if !r.PaymentType.Valid() {
		add("paymentType", msgPaymentType)
	}

	if len(fields) > 0 {
		return fault.ErrValidation.With(fields...)
	}

	return nil
}

// InputHash is a short digest of the input. It is stored with the order to distinguish a repeat from a
// reference that is used for another order.
func (r Request) InputHash() int64 {
	const room = 96 // enough for most inputs

	text := make([]byte, 0, room)
	text = append(text, r.ProductCode...)
	text = append(text, 0)
	text = append(text, r.DestinationNo...)
	text = append(text, 0)
	text = strconv.AppendInt(text, int64(r.Amount), 10)
	text = append(text, 0)
	text = strconv.AppendInt(text, int64(r.MaxPrice), 10)

	if r.PaymentType == order.Settlement { // no part of the digest of a deposit
		text = append(text, 0)
		text = append(text, r.PaymentType...)
	}

	if f := r.Bill; f != (BillFields{}) { // as above
		text = fmt.Appendf(text, "\x00bill %d %d %s", f.Months, f.Year, f.Identity)
	}

	sum := sha256.Sum256(text)

	return int64(binary.BigEndian.Uint64(sum[:])) //nolint:gosec // all 64 bits are the digest, whatever the sign
}
