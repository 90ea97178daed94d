package topup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"time"

	"loket/internal/bank"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
	"loket/internal/wallet"
)

// maxRequestID is the length of a payment request id (SNAP BI).
const maxRequestID = 128

// payable is a virtual account with what decides about a payment.
type payable struct {
	id      int64
	name    string // of the client
	active  bool
	minimum money.Rupiah
	fee     money.Rupiah
	wallet  wallet.Wallet
}

func (p payable) info(accountNo string) bank.VAInfo {
	return bank.VAInfo{AccountNo: accountNo, Name: p.name, Minimum: p.minimum}
}

// InquireVA describes a virtual account to its bank. Errors: bank.ErrUnknownNumber, bank.ErrInactiveNumber.
func (s *Service) InquireVA(ctx context.Context, bankCode, accountNo string) (bank.VAInfo, error) {
	return s.InquireVATx(ctx, s.DB.Reader(), bankCode, accountNo)
}

// InquireVATx is InquireVA in a transaction of the caller.
func (*Service) InquireVATx(ctx context.Context, q db.Querier, bankCode, accountNo string) (bank.VAInfo, error) {
	p, err := findPayable(ctx, q, bankCode, accountNo)
	if err != nil {
		return bank.VAInfo{}, err
	}

	if !p.active {
		return bank.VAInfo{}, bank.ErrInactiveNumber
	}

	return p.info(accountNo), nil
}

// PayVA credits a payment of a virtual account: topup_va, the tax of a level 2 wallet, and topup_fee where the channel
// has a fee. It is idempotent for ever by bank and payment request id: a repeat returns the first receipt. Errors:
// bank.ErrConflict for a repeat with another number or amount, bank.ErrUnknownNumber, bank.ErrInactiveNumber,
// bank.ErrAmount, bank.ErrInvalid. A channel with a problem is still credited, since the bank has taken the money.
func (s *Service) PayVA(ctx context.Context, p bank.VAPayment) (bank.VAReceipt, error) {
	var receipt bank.VAReceipt

	err := s.DB.Tx(ctx, func(tx *db.Tx) (err error) {
		receipt, err = s.PayVATx(ctx, tx, s.Clock.Now(), p)

		return err
	})
	if err != nil {
		return bank.VAReceipt{}, fmt.Errorf("pay virtual account %s of %s: %w", p.AccountNo, p.Bank, err)
	}

	return receipt, nil
}

// PayVATx is PayVA in a transaction of the caller, who may credit several payments in one commit. A refused payment
// writes nothing.
func (s *Service) PayVATx(ctx context.Context, tx *db.Tx, now time.Time, p bank.VAPayment) (bank.VAReceipt, error) {
	if p.Bank == "" || p.AccountNo == "" || p.PaymentRequestID == "" || len(p.PaymentRequestID) > maxRequestID {
		return bank.VAReceipt{}, bank.ErrInvalid
	}

	if first, found, err := firstPayment(ctx, tx, p); err != nil || found {
		return first, err
	}

	to, err := findPayable(ctx, tx, p.Bank, p.AccountNo)

	switch {
	case err != nil:
		return bank.VAReceipt{}, err
	case !to.active:
		return bank.VAReceipt{}, bank.ErrInactiveNumber
	case p.Amount < to.minimum || p.Amount > MaxAmount:
		return bank.VAReceipt{}, bank.ErrAmount
	}

	key := "va/" + p.Bank + "/" + url.PathEscape(p.PaymentRequestID) // no id is another one's key with a suffix

	reference := p.Reference
	if reference == "" {
		reference = p.PaymentRequestID
	}

	n, err := tx.Exec(ctx, `INSERT INTO va_payments (bank_code, payment_request_id, virtual_account_id, client_id, wallet_id,
			account_no, amount, fee, reference, posting_key, paid_at, received_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
		ON CONFLICT DO NOTHING`, // of either unique key: a payment has one of each
		p.Bank, p.PaymentRequestID, to.id, to.wallet.ClientID, to.wallet.ID,
		p.AccountNo, int64(p.Amount), int64(to.fee), reference, key, clock.Micros(p.PaidAt), clock.Micros(now))
	if err != nil {
		return bank.VAReceipt{}, fmt.Errorf("store a payment: %w", err)
	}

	if n == 0 { // another sender stored it in this moment
		first, found, err := firstPayment(ctx, tx, p)
		if err == nil && !found {
			err = errors.New("the posting key of a payment belongs to another one")
		}

		return first, err
	}

	if err := s.creditVA(ctx, tx, now, to, wallet.Posting{
		Action: wallet.TopupVA, Amount: p.Amount, Contra: wallet.BankClearing, Key: key, Reference: reference,
	}); err != nil {
		return bank.VAReceipt{}, err
	}

	return bank.VAReceipt{VAInfo: to.info(p.AccountNo), Amount: p.Amount, CreditedAt: now}, nil
}

// feeSuffix is added to the posting key of a payment for the key of its fee.
const feeSuffix = "/topup_fee"

func (s *Service) creditVA(ctx context.Context, tx *db.Tx, now time.Time, to payable, p wallet.Posting) error {
	if _, _, err := s.Wallets.TopupTx(ctx, tx, now, to.wallet, p); err != nil {
		return err
	}

	if to.fee > 0 {
		_, _, err := wallet.PostTx(ctx, tx, now, wallet.Posting{
			WalletID: to.wallet.ID, ClientID: to.wallet.ClientID, Action: wallet.TopupFee, Amount: -to.fee, Contra: wallet.Fees,
			Key: p.Key + feeSuffix, Reference: p.Reference,
		})
		if err != nil {
			return err
		}
	}

	s.changedTx(tx, to.wallet.ClientID)

	return nil
}

// firstPayment finds the payment that used a payment request id before.
func firstPayment(ctx context.Context, q db.Querier, p bank.VAPayment) (bank.VAReceipt, bool, error) {
	var (
		r        = bank.VAReceipt{Repeated: true}
		received int64
	)

	err := q.QueryRow(ctx, `SELECT p.account_no, p.amount, p.received_at, k.name, c.minimum_topup
		FROM va_payments p
		JOIN clients k ON k.id = p.client_id
		JOIN virtual_accounts v ON v.id = p.virtual_account_id
		JOIN payment_channels c ON c.id = v.channel_id
		WHERE p.bank_code = $1 AND p.payment_request_id = $2`, p.Bank, p.PaymentRequestID).
		Scan(&r.AccountNo, &r.Amount, &received, &r.Name, &r.Minimum)
	if errors.Is(err, sql.ErrNoRows) {
		return bank.VAReceipt{}, false, nil
	}

	if err != nil {
		return bank.VAReceipt{}, false, fmt.Errorf("read the first payment: %w", err)
	}

	if r.AccountNo != p.AccountNo || r.Amount != p.Amount {
		return bank.VAReceipt{}, true, bank.ErrConflict
	}

	r.CreditedAt = clock.FromMicros(received)

	return r, true, nil
}

func findPayable(ctx context.Context, q db.Querier, bankCode, accountNo string) (payable, error) {
	var (
		p                      payable
		account, purse, client bool
		channel                string
	)

	err := q.QueryRow(ctx, `SELECT v.id, v.active, c.status, c.minimum_topup, c.fee, w.id, w.client_id, w.type, w.active, k.name, k.active
		FROM virtual_accounts v
		JOIN payment_channels c ON c.id = v.channel_id
		JOIN banks b ON b.id = c.bank_id
		JOIN wallets w ON w.id = v.wallet_id AND w.client_id = v.client_id
		JOIN clients k ON k.id = v.client_id
		WHERE b.code = $1 AND v.account_no = $2`, bankCode, accountNo).
		Scan(&p.id, &account, &channel, &p.minimum, &p.fee, &p.wallet.ID, &p.wallet.ClientID, &p.wallet.Type, &purse, &p.name, &client)
	if errors.Is(err, sql.ErrNoRows) {
		return payable{}, bank.ErrUnknownNumber
	}

	if err != nil {
		return payable{}, fmt.Errorf("find a virtual account: %w", err)
	}

	p.active = account && purse && client && channel != "inactive"

	return p, nil
}
