// Package banking has the types in which adapters of banks and bank data services hand over what a bank reported. It
// knows no protocol: a package below it implements each.
package banking

import (
	"errors"
	"time"

	"loket/internal/platform/money"
)

// VAInfo describes a virtual account to the bank that asks for it before a payment.
type VAInfo struct {
	AccountNo string
	Name      string // shown to the payer
	// Minimum is the smallest payment. The amount is open.
	Minimum money.Rupiah
}

// VAPayment is a payment of a virtual account, as reported by its bank.
type VAPayment struct {
	Bank      string // our code of the bank: BBCA
	AccountNo string // the whole number, without blanks
	// PaymentRequestID is the bank's id of the payment. One id is credited once, for ever.
	PaymentRequestID string
	Amount           money.Rupiah
	PaidAt           time.Time
	BankRef          string // the bank's own reference, if any
}

// VAReceipt tells the bank what became of a payment.
type VAReceipt struct {
	VAInfo

	Amount money.Rupiah
	// Repeated means that the payment was credited by an earlier request.
	Repeated   bool
	CreditedAt time.Time
}

// Mutation is one line of the statement of our own account, as reported by a bank or a bank data service.
type Mutation struct {
	Bank      string // our code of the bank: BBCA
	AccountNo string // our account
	ID        string // the reporter's id, unique at the account
	Amount    money.Rupiah
	Credit    bool // money came in
	BookedAt  time.Time
	// ReceivedAt is when the notice was stored; zero means now. An order that was open then is paid in time.
	ReceivedAt  time.Time
	Description string
}

// Why a report is refused. Adapters answer them in the words of their protocol.
var (
	ErrUnknownNumber  = errors.New("bank: no such virtual account")
	ErrInactiveNumber = errors.New("bank: the virtual account, its wallet or its client is not active")
	ErrAmount         = errors.New("bank: the amount is outside the limits of the virtual account")
	// ErrConflict is for an id that was used before with another number or amount.
	ErrConflict = errors.New("bank: the payment request id was used with another number or amount")
	ErrInvalid  = errors.New("bank: the report is incomplete")
)
