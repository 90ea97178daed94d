package topup

import (
	"context"
	"net/url"
	"time"

	"loket/internal/banking"
	"loket/internal/money/wallet"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// maxRequestID is the length of a payment request id (SNAP BI).
const maxRequestID = 128

// feeSuffix is added to the posting key of a payment for the key of its fee.
const feeSuffix = "/topup_fee"

// payable is a virtual account with what decides about a payment.
type payable struct {
	id        int64
	name      string // of the client
	taxNumber string
	active    bool // with its channel and client; the wallet is another matter
	minimum   money.Rupiah
	fee       money.Rupiah
	walletID  int64
	wallet    wallet.Key

	walletActive bool // of an inquiry
}

func (p *payable) info(accountNo string) banking.VAInfo {
	return banking.VAInfo{AccountNo: accountNo, Name: p.name, Minimum: p.minimum}
}

// VANumber names a virtual account.
type VANumber struct{ Bank, AccountNo string }

// requestKey names a payment of a bank, for ever.
type requestKey struct{ bank, requestID string }

// VABatch decides inquiries and payments of virtual accounts that share a transaction. What it decides is written by
// Write.
type VABatch struct {
	service *Service
	now     time.Time
	numbers map[VANumber]*payable // nil: there is none
	first   map[requestKey]banking.VAReceipt
	locked  *wallet.LockedWallets
	rate    *wallet.TaxRate
	credits []credit
}

// credit is a payment that is credited.
type credit struct {
	banking.VAPayment

	to  *payable
	key string // of its posting
}

// LockVAs finds the virtual accounts of inquiries and payments, and locks the wallets of the payments. The batch must be
// flushed before the first decision.
func (s *Service) LockVAs(ctx context.Context, b *db.Batch, now time.Time, inquiries []VANumber, payments []banking.VAPayment) (*VABatch, error) {
	v := &VABatch{service: s, now: now, numbers: map[VANumber]*payable{}, first: map[requestKey]banking.VAReceipt{}}

	b.PlanAnew()

	if err := v.findNumbers(ctx, b, inquiries, payments); err != nil {
		return nil, err
	}

	v.findWallets(b, inquiries)

	keys := make([]wallet.Key, 0, len(payments))

	for _, p := range payments {
		if to := v.numbers[numberOf(p)]; to != nil {
			keys = append(keys, to.wallet)
		}
	}

	// The first payments are looked up after the locks: a repeat that another node credited in this moment is found.
	if v.locked = wallet.LockBatch(b, keys); len(payments) > 0 {
		v.rate = wallet.FindTaxRate(b, now)
		v.findFirst(b, payments)
	}

	return v, nil
}

func numberOf(p banking.VAPayment) VANumber { return VANumber{p.Bank, p.AccountNo} }

// keyTries is how often a batch is tried when another one uses one of its keys in the same moment.
const keyTries = 5

// RetryOnKeyConflict runs a batch. If another one used one of its keys in the same moment, it runs again and finds the key.
func RetryOnKeyConflict(batch func() error) error {
	for n := 1; ; n++ {
		if err := batch(); n == keyTries || !db.IsUnique(err) {
			return err
		}
	}
}

// Inquire describes a virtual account to its bank. Errors: banking.ErrUnknownNumber, banking.ErrInactiveNumber.
func (v *VABatch) Inquire(n VANumber) (banking.VAInfo, error) {
	switch p := v.numbers[n]; {
	case p == nil:
		return banking.VAInfo{}, banking.ErrUnknownNumber
	case !p.active || !p.walletActive:
		return banking.VAInfo{}, banking.ErrInactiveNumber
	default:
		return p.info(n.AccountNo), nil
	}
}

// Pay credits a payment: topup_va, the tax of a level 2 wallet, and topup_fee where the channel has a fee. It is idempotent
// for ever by bank and payment request id: a repeat returns the first receipt. A refused payment writes nothing. A channel
// with a problem is still credited, since the bank has taken the money. Errors: banking.ErrConflict for a repeat with another
// number or amount, banking.ErrUnknownNumber, banking.ErrInactiveNumber, banking.ErrAmount, banking.ErrInvalid.
func (v *VABatch) Pay(p banking.VAPayment) (banking.VAReceipt, error) {
	if p.Bank == "" || p.AccountNo == "" || p.PaymentRequestID == "" || len(p.PaymentRequestID) > maxRequestID {
		return banking.VAReceipt{}, banking.ErrInvalid
	}

	request := requestKey{p.Bank, p.PaymentRequestID}

	if first, found := v.first[request]; found {
		if first.AccountNo != p.AccountNo || first.Amount != p.Amount {
			return banking.VAReceipt{}, banking.ErrConflict
		}

		first.Repeated = true

		return first, nil
	}

	to := v.numbers[numberOf(p)]

	switch {
	case to == nil:
		return banking.VAReceipt{}, banking.ErrUnknownNumber
	case !to.active || !v.locked.Active(to.wallet):
		return banking.VAReceipt{}, banking.ErrInactiveNumber
	case p.Amount < to.minimum || p.Amount > MaxAmount:
		return banking.VAReceipt{}, banking.ErrAmount
	}

	if p.BankRef == "" {
		p.BankRef = p.PaymentRequestID
	}

	c := credit{p, to, "va/" + p.Bank + "/" + url.PathEscape(p.PaymentRequestID)} // no id is another one's key with a suffix
	if err := v.enter(c); err != nil {
		return banking.VAReceipt{}, err
	}

	v.credits = append(v.credits, c)
	v.first[request] = banking.VAReceipt{VAInfo: to.info(p.AccountNo), Amount: p.Amount, CreditedAt: v.now}

	return v.first[request], nil
}

// enter posts a payment to its wallet, with the tax and the fee.
func (v *VABatch) enter(c credit) error {
	postings, err := v.rate.Topup(c.to.wallet.Type, wallet.Posting{
		Action: wallet.TopupVA, Amount: c.Amount, Contra: wallet.BankClearing, Key: c.key, SourceRef: c.BankRef,
	}, c.to.taxNumber)
	if err != nil {
		return err
	}

	if c.to.fee > 0 {
		postings = append(postings, wallet.Posting{
			Action: wallet.TopupFee, Amount: -c.to.fee, Contra: wallet.Fees, Key: c.key + feeSuffix, SourceRef: c.BankRef,
		})
	}

	return v.locked.Enter(c.to.wallet, v.now, postings...)
}
