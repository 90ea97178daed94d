package order

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"regexp"

	"loket/internal/fault"
	"loket/internal/money"
)

// Request asks for one order. A repeat with the same ClientRef and the same
// input is the same order, whatever became of prices meanwhile.
type Request struct {
	ClientID      int64
	ProductCode   string
	DestinationNo string
	ClientRef     string
	Amount        money.Rupiah // open-amount products alone
	MaxPrice      money.Rupiah // 0: whatever the price is
	Channel       Channel
}

// Placed is the outcome of an accepted request.
type Placed struct {
	Order  Order
	Repeat bool // the order was placed by an earlier request
}

// Result is the outcome of one request of several.
type Result struct {
	Placed Placed
	Err    error
}

// Bounds of a request.
const (
	MaxReference   = 64
	MaxDestination = 32
	MaxProductCode = 64
	// MaxAmount bounds what one order may cost: a slip of the finger should
	// not empty a wallet.
	MaxAmount = money.Rupiah(1_000_000_000)
	// MaxBatch is the most orders in one call of the client API.
	MaxBatch = 100
)

var (
	referencePattern   = regexp.MustCompile(`^[!-~]([ -~]*[!-~])?$`)
	destinationPattern = regexp.MustCompile(`^[0-9A-Za-z+]([0-9A-Za-z .@_+-]*[0-9A-Za-z])?$`)
)

// validate checks what needs no database.
func (r Request) validate() error {
	fields := []fault.Field{}
	add := func(field, message string) { fields = append(fields, fault.Field{Field: field, Message: message}) }

	if r.ProductCode == "" || len(r.ProductCode) > MaxProductCode {
		add("productCode", "A product code must be given")
	}

	if len(r.ClientRef) > MaxReference || !referencePattern.MatchString(r.ClientRef) {
		add("clientRef", fmt.Sprintf("A reference of 1 to %d printable characters must be given", MaxReference))
	}

	if len(r.DestinationNo) > MaxDestination || !destinationPattern.MatchString(r.DestinationNo) {
		add("destinationNo", fmt.Sprintf("A destination of 1 to %d letters and digits must be given", MaxDestination))
	}

	if r.Amount < 0 || r.Amount > MaxAmount {
		add("amount", "The amount is out of range")
	}

	if r.MaxPrice < 0 {
		add("maxPrice", "The maximum price must not be negative")
	}

	if len(fields) > 0 {
		return fault.ErrValidation.With(fields...)
	}

	return nil
}

// hash is a short digest of the input, kept with the order to tell a repeat
// from a reference used twice.
func (r Request) hash() int64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d\x00%d", r.ProductCode, r.DestinationNo, r.Amount, r.MaxPrice))

	return int64(binary.BigEndian.Uint64(sum[:])) //nolint:gosec // all 64 bits are the digest, whatever the sign
}
