// Package supplier is the port to those who deliver: one small interface in
// plain types, five outcomes, and the registry of the configured adapters with
// their limits, health and metrics. It knows no database and no order.
package supplier

import (
	"context"
	"net/http"
	"time"

	"loket/internal/platform/money"
)

// Kind is how a product is bought.
type Kind int

// The two kinds: paid before use (one call), or a bill that is inquired first
// and then paid with the same reference.
const (
	Prepaid Kind = iota
	Postpaid
)

// String names the kind in logs and metrics.
func (k Kind) String() string {
	if k == Postpaid {
		return "postpaid"
	}

	return "prepaid"
}

// Request is one attempt, stored by the caller before any call is made with it.
type Request struct {
	// Reference is ours, unique for ever, and stays the same for every call about this attempt.
	Reference string
	// SKU is the supplier's own product code.
	SKU string
	// Destination is the phone, meter, customer or game number.
	Destination string
	Kind        Kind
	// MaxPrice is the most that we pay the supplier; 0 sets no limit.
	MaxPrice money.Rupiah
	// Amount is the nominal of an open-amount product, else 0.
	Amount money.Rupiah
	// InquiredAt is when the inquiry with this reference was made. Pay needs it:
	// a bill may be paid on the day of its inquiry only.
	InquiredAt time.Time
	// SentAt is when the purchase or payment was first sent. Status needs it: a
	// reference that a supplier has forgotten would become a second purchase.
	SentAt time.Time
}

// Answer is what a supplier said, reduced to what an order needs.
type Answer struct {
	Outcome Outcome
	// Code is the supplier's response code, or one of the Code constants where
	// the answer is our own.
	Code string
	// Message is safe to store and to show to staff; it holds no secret. Clients
	// read the code's Reason instead.
	Message string
	// WrongInput: this supplier refuses what was asked for itself, so the same
	// again is refused again.
	WrongInput bool
	// SerialNumber is the proof of delivery: an electricity token, a voucher code.
	SerialNumber string
	// Price is our cost; 0 where the supplier did not say.
	Price money.Rupiah
	// Bill is there after an inquiry or a payment.
	Bill *Bill
}

// Codes of answers that did not come from the supplier.
const (
	// CodeNotConnected: no connection came about, so nothing was sent.
	CodeNotConnected = "not-connected"
	// CodeNoAnswer: sent, but no whole answer came back in time.
	CodeNoAnswer = "no-answer"
	// CodeHTTPStatus: an HTTP status that says nothing about the attempt.
	CodeHTTPStatus = "http-status"
	// CodeUnreadable: the answer could not be understood.
	CodeUnreadable = "unreadable"
	// CodeContradiction: the answer contradicts itself or speaks of another reference.
	CodeContradiction = "contradiction"
	// CodeTooOld: the supplier may have forgotten the reference, or others may
	// have given the attempt up; nothing was sent.
	CodeTooOld = "too-old"
	// CodeInquiryExpired: the bill's inquiry is of another day; nothing was sent.
	CodeInquiryExpired = "inquiry-expired"
	// CodeInvalid: the request lacks what the call needs; nothing was sent.
	CodeInvalid = "invalid-request"
	// CodeCircuitOpen: the supplier has been silent and rests; nothing was sent.
	CodeCircuitOpen = "circuit-open"
	// CodeStopped: the caller's context ended before the call was made.
	CodeStopped = "stopped"
	// CodePanic: the adapter has a fault of its own; how far the call came is not known.
	CodePanic = "panic"
)

// Silent says that the supplier itself gave no usable answer, as opposed to an
// answer that we don't like. The circuit counts these.
func (a Answer) Silent() bool {
	switch a.Code {
	case CodeNotConnected, CodeNoAnswer, CodeHTTPStatus, CodeUnreadable, CodePanic:
		return true
	default:
		return false
	}
}

// Bill is what an inquiry found.
type Bill struct {
	CustomerName string   `json:"customerName"`
	Periods      []string `json:"periods"`
	// Admin is the administration fee within Amount.
	Admin money.Rupiah `json:"admin"`
	// Amount is what the customer owes in all, as the supplier recommends to charge it.
	Amount money.Rupiah `json:"amount"`
	// Details are the supplier's further lines, in its order and under its names.
	Details []Detail `json:"details"`
}

// Detail is one line of a bill.
type Detail struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// PriceRow is one product of a supplier's price list.
type PriceRow struct {
	SKU         string
	Name        string
	Category    string
	Brand       string
	Type        string
	Seller      string
	Description string
	Kind        Kind
	// Price is our cost of a prepaid product; bills have Admin and Commission instead.
	Price      money.Rupiah
	Admin      money.Rupiah
	Commission money.Rupiah
	// Active is false where buyer or seller switched it off, or the price can't be read.
	Active bool
	// Unlimited makes Stock meaningless.
	Unlimited bool
	Stock     int64
	// Multi says that the same purchase may be repeated for one destination on one day.
	Multi bool
	// CutOffStart and CutOffEnd are "hh:mm" in Asia/Jakarta and may cross midnight; equal means none.
	CutOffStart string
	CutOffEnd   string
}

// Notice is a verified callback. It is a hint: it moves an order forward only.
type Notice struct {
	// DeliveryID is not covered by the signature: good for logs, not for deduplication.
	DeliveryID string
	Reference  string
	Answer     Answer
	// Ping is a test of the address. Its body may hold the hook's secret: never store it.
	Ping bool
}

// Adapter speaks one supplier's protocol. No method returns an error where an
// outcome is asked for: what is not understood is Unknown.
type Adapter interface {
	// Buy sends a prepaid purchase for the first time.
	Buy(ctx context.Context, req Request) Answer
	// Status asks about an attempt that may have been sent. It never answers
	// FailedNotCreated: "nothing created" said to a repeat tells about the repeat,
	// not about the first send. SentAt must be set.
	Status(ctx context.Context, req Request) Answer
	// Inquire finds a bill (Postpaid), or the customer behind a prepaid meter (Prepaid).
	Inquire(ctx context.Context, req Request) Answer
	// Pay pays a bill with the reference of its inquiry. InquiredAt must be set.
	Pay(ctx context.Context, req Request) Answer
	// PriceList is everything the supplier sells us. ErrRateLimited: later.
	PriceList(ctx context.Context) ([]PriceRow, error)
	// Balance is our deposit there.
	Balance(ctx context.Context) (money.Rupiah, error)
	// VerifyNotice checks a callback's signature over the raw body, then reads it.
	// ErrNoticeSignature and ErrNoticeMalformed tell the two refusals apart.
	VerifyNotice(header http.Header, body []byte) (Notice, error)
	// RepeatIsStatus says that an attempt which may have been sent may be sent again
	// with the same reference, because the supplier takes the repeat as a question.
	RepeatIsStatus(kind Kind, age time.Duration) bool
	// Reason is what whoever ordered reads of a failure with this code, one of
	// Answer's. It never fails: what has no words of its own is ReasonFailed.
	Reason(code string) Reason
}
