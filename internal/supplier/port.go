// Package supplier is the port to suppliers: one small interface in plain types,
// five outcomes, and the registry of configured adapters with their limits,
// health and metrics. It knows no database and no order.
package supplier

import (
	"context"
	"net/http"
	"net/netip"
	"time"

	"loket/internal/platform/money"
)

// Request is one attempt. The caller stores it before any call with it.
type Request struct {
	// ClientID is the client who asks. Inquiries that wait for a slot take turns between clients. Sandboxes are served by the supplier
	// Sandbox alone.
	ClientID int64
	// Reference is our own reference: unique for ever, and the same for all calls
	// about this attempt.
	Reference string
	// SKU is the supplier's own product code.
	SKU string
	// Destination is the phone, meter, customer or game number.
	Destination string
	// Postpaid is a bill, which is inquired first and then paid with the same reference. A prepaid product takes one call.
	Postpaid bool
	// MaxPrice is the highest price that we pay the supplier; 0 sets no limit.
	MaxPrice money.Rupiah
	// Amount is the nominal of an open-amount product, else 0.
	Amount money.Rupiah
	// Extra are further fields of an inquiry, by the names of the constants Extra; nil where the product needs none.
	Extra map[string]string
	// Handle is the Answer.Handle of the inquiry with this reference; Pay and Status of a bill get it.
	Handle string
	// InquiredAt is the time of the inquiry with this reference. Pay needs it: a
	// bill may only be paid on the day of its inquiry.
	InquiredAt time.Time
	// SentAt is the time of the first send of the purchase or payment. Status
	// needs it: with a reference that the supplier has forgotten, a status query
	// would become a second purchase.
	SentAt time.Time
}

// The fields that some bills need beside the customer's number.
const (
	// ExtraMonths is how many months are paid, from 1.
	ExtraMonths = "months"
	// ExtraYear is the year of a tax.
	ExtraYear = "year"
	// ExtraIdentity is the number of the payer's identity card.
	ExtraIdentity = "identity"
)

// Answer is a supplier's answer, reduced to what an order needs.
type Answer struct {
	Outcome Outcome
	// Code is the supplier's response code, or one of the Code constants.
	Code string
	// Message is for staff and holds no secret. Clients read the Reason of the
	// code instead.
	Message string
	// WrongInput: the supplier refused the input itself. It would refuse the same
	// request again.
	WrongInput bool
	// SerialNumber is the proof of delivery: an electricity token, a voucher code.
	SerialNumber string
	// Price is our cost; 0 when the supplier gave none.
	Price money.Rupiah
	// AskAfter is when the supplier wants to be asked again about a pending attempt; 0 leaves it to the caller.
	AskAfter time.Duration
	// Handle is the supplier's own name of an inquiry, which its payment needs; at most MaxHandle bytes, meant for the adapter alone. It is
	// stored with the attempt.
	Handle string
	// Bill is set after an inquiry or a payment.
	Bill *Bill
	// Exchange is what went over the wire, for staff; nil of a success, and where nothing was sent.
	Exchange *Exchange
}

// Exchange is one call as it went over the wire. The adapter masks secrets and serial numbers.
type Exchange struct {
	Request string // at most MaxExchange bytes
	Answer  string // at most MaxExchange bytes; empty where none came
	Status  int    // of HTTP; 0 where no answer came
	Took    time.Duration
}

// MaxExchange is the longest stored text of a request or an answer, in bytes.
const MaxExchange = 2000

// MaxHandle is the longest handle of an inquiry, in bytes.
const MaxHandle = 64

// Codes of answers that are not from the supplier, or that mean the same for each of them.
const (
	// CodeNotConnected: no connection was made, so nothing was sent.
	CodeNotConnected = "not-connected"
	// CodeNoAnswer: sent, but no complete answer came back in time.
	CodeNoAnswer = "no-answer"
	// CodeHTTPStatus: the HTTP status says nothing about the attempt.
	CodeHTTPStatus = "http-status"
	// CodeUnreadable: the answer could not be understood.
	CodeUnreadable = "unreadable"
	// CodeContradiction: the answer contradicts itself, or is about another reference, SKU
	// or number.
	CodeContradiction = "contradiction"
	// CodeTooOld: the supplier may have forgotten the reference, or another worker
	// may have given the attempt up; nothing was sent.
	CodeTooOld = "too-old"
	// CodeInquiryExpired: the inquiry was made on another day; nothing was sent.
	CodeInquiryExpired = "inquiry-expired"
	// CodeInvalid: the request lacks a required value; nothing was sent.
	CodeInvalid = "invalid-request"
	// CodeCircuitOpen: the circuit is open; nothing was sent.
	CodeCircuitOpen = "circuit-open"
	// CodePriceAbove: the supplier refused the purchase, since its price is above MaxPrice. The message has the
	// supplier's own code.
	CodePriceAbove = "price-above-limit"
	// CodeStopped: the caller's context ended before the call was made.
	CodeStopped = "stopped"
	// CodePanic: the adapter panicked; whether the call was sent is not known.
	CodePanic = "panic"
)

// Silent reports whether the supplier gave no usable answer. A refusal is an
// answer. The circuit counts silent calls.
func (a Answer) Silent() bool {
	switch a.Code {
	case CodeNotConnected, CodeNoAnswer, CodeHTTPStatus, CodeUnreadable, CodePanic:
		return true
	default:
		return false
	}
}

// Bill is the result of an inquiry.
type Bill struct {
	CustomerName string   `json:"customerName"`
	Periods      []string `json:"periods"`
	// Admin is the administration fee within Amount.
	Admin money.Rupiah `json:"admin"`
	// Amount is the total that the supplier recommends to charge the customer.
	Amount money.Rupiah `json:"amount"`
	// Fine is the part of Amount for paying late; nil where the supplier doesn't tell it.
	Fine *money.Rupiah `json:"fine,omitempty"`
	// Parts are the bills of the periods, where the supplier tells them.
	Parts []BillPart `json:"parts,omitempty"`
	// Details are the supplier's other fields, in its order and with its names.
	Details []Detail `json:"details"`
}

// BillPart is what is owed for one period.
type BillPart struct {
	Period string       `json:"period"`
	Amount money.Rupiah `json:"amount"` // without Admin and Fine
	Admin  money.Rupiah `json:"admin"`
	Fine   money.Rupiah `json:"fine"`
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
	Postpaid    bool
	// Price is our cost of a prepaid product. Bills have Admin and Commission instead.
	Price      money.Rupiah
	Admin      money.Rupiah
	Commission money.Rupiah
	// Active is false when the buyer or the seller switched the product off, or
	// when its price can't be read.
	Active bool
	// Unlimited makes Stock meaningless.
	Unlimited bool
	Stock     int64
	// Multi allows the same purchase for one destination again on the same day.
	Multi bool
	// CutOffStart and CutOffEnd are "hh:mm" in Asia/Jakarta and may cross midnight; equal means none.
	CutOffStart string
	CutOffEnd   string
}

// Callback is what was sent to the address of a supplier's notices.
type Callback struct {
	Header http.Header
	Body   []byte
	// Query is the query of the address as it came, and Key the last part of its path; "" of a callback to the address without a key.
	Query string
	Key   string
	// Source is the sender's address, behind trusted proxies the one that they forward; not valid where it isn't known.
	Source netip.Addr
}

// Notice is a verified callback. It may only move an order forward.
type Notice struct {
	// DeliveryID is not covered by the signature. Use it in logs, not for deduplication.
	DeliveryID string
	Reference  string
	// SKU and Destination are what the notice is about; "" where it doesn't say.
	SKU         string
	Destination string
	Answer      Answer
	// AskNow: the notice proves nothing but that the supplier has something to tell, since its signature doesn't cover what it says. A
	// status query is sent at once and decides. Of an order that has ended, Answer can only lead to a review by staff.
	AskNow bool
	// Ping is a test of the address. Its body may hold the webhook secret, so it
	// must not be stored.
	Ping bool
}

// Adapter speaks one supplier's protocol. Calls about an attempt return an
// Answer and no error: whatever is not understood is Unknown.
type Adapter interface {
	// Buy sends a prepaid purchase for the first time.
	Buy(ctx context.Context, req Request) Answer
	// Status sends a status query for an attempt that may have been sent. It never
	// returns FailedNotCreated: a refusal of the query says nothing about the first
	// send. SentAt must be set.
	Status(ctx context.Context, req Request) Answer
	// Inquire finds a bill (Postpaid) or the customer of a prepaid meter.
	Inquire(ctx context.Context, req Request) Answer
	// Pay pays a bill with the reference of its inquiry. InquiredAt must be set.
	Pay(ctx context.Context, req Request) Answer
	// PriceList returns everything the supplier sells us. After ErrRateLimited try
	// again later.
	PriceList(ctx context.Context) ([]PriceRow, error)
	// Balance returns our balance at the supplier.
	Balance(ctx context.Context) (money.Rupiah, error)
	// VerifyNotice checks who sent a callback, by a signature over the raw body or as the protocol has it, then reads it. Errors:
	// ErrNoticeSignature and ErrNoticeMalformed.
	VerifyNotice(ctx context.Context, c Callback) (Notice, error)
	// Reason is the reason that clients read for a failure with this code of an
	// Answer. Unknown codes give ReasonFailed.
	Reason(code string) Reason
}
