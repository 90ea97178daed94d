package topup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"loket/internal/banking"
	"loket/internal/money/wallet"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// Why a transfer was credited, or is held in suspense.
const (
	whyMatched        = "matched"         // it paid an open order
	whyLate           = "late"            // its order had ended
	WhyUnmatched      = "unmatched"       // no order has this amount; with an order: it was meant for that one, with another amount
	whyUnknownAccount = "unknown_account" // none of our accounts
	whyWalletInactive = "wallet_inactive" // the wallet of its order was closed meanwhile
)

// The states of a transfer; there is also returned.
const (
	transferCredited = "credited"
	transferSuspense = "suspense"
)

// bookedBefore is how long before an order was made a transfer that pays it may have been booked. Banks round the time
// of a booking to the day. An older transfer was meant for an earlier order with the same amount.
const bookedBefore = 24 * time.Hour

// Limits of what a bank reports, in characters.
const (
	maxMutationID  = 200
	maxDescription = 500
)

// ReceiveMutation applies a line of our bank statements with incoming money: it is credited to the open order of that
// account with exactly that amount, or held in suspense for staff. It is idempotent for ever by bank, account and id: a
// repeat returns the outcome as it is now. One with another amount changes nothing and is recorded in the audit log.
// banking.ErrInvalid is for outgoing money and for lines without a usable account, id or amount.
func (s *Service) ReceiveMutation(ctx context.Context, m banking.Mutation) (TransferOutcome, error) {
	if !m.Credit || m.AccountNo == "" || m.ID == "" || m.Amount <= 0 || oneLine(m.ID, maxMutationID) != m.ID ||
		oneLine(m.AccountNo, maxMutationID) != m.AccountNo {
		return TransferOutcome{}, banking.ErrInvalid
	}

	var outcome TransferOutcome

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) (err error) {
		outcome, err = s.receiveTx(ctx, tx, s.deps.Clock.Now(), m)

		return err
	})
	if err != nil {
		return TransferOutcome{}, fmt.Errorf("receive mutation %s of account %s: %w", m.ID, m.AccountNo, err)
	}

	return outcome, nil
}

// transfer is a row of bank_transfers that is being made.
type transfer struct {
	banking.Mutation

	id        int64
	accountID int64 // 0: none of ours
	status    string
	why       string
	order     *Order // that it pays, or was probably meant for
	certain   bool   // that it was meant for this order: its client is told
}

func (s *Service) receiveTx(ctx context.Context, tx *db.Tx, now time.Time, m banking.Mutation) (TransferOutcome, error) {
	if m.ReceivedAt.IsZero() {
		m.ReceivedAt = now
	}

	m.Description = oneLine(m.Description, maxDescription)

	if m.BookedAt.IsZero() {
		m.BookedAt = m.ReceivedAt
	}

	if outcome, found, err := firstOutcomeTx(ctx, tx, now, m); err != nil || found {
		return outcome, err
	}

	t, err := s.judge(ctx, tx, m)
	if err != nil {
		return TransferOutcome{}, err
	}

	t.id = s.deps.IDs.Next(now)

	if stored, err := t.store(ctx, tx, now); err != nil {
		return TransferOutcome{}, err
	} else if !stored { // another sender stored it in this moment
		outcome, _, err := firstOutcomeTx(ctx, tx, now, m)

		return outcome, err
	}

	if t.status == transferSuspense {
		return t.outcome(), s.holdTx(ctx, tx, now, t)
	}

	return t.outcome(), s.creditTx(ctx, tx, now, t)
}

// judge decides what a transfer pays. A match is our account, the exact amount and an order that was open when the
// notice was stored. It locks the order.
func (s *Service) judge(ctx context.Context, tx *db.Tx, m banking.Mutation) (transfer, error) {
	t := transfer{Mutation: m, status: transferSuspense, why: whyUnknownAccount}

	err := tx.QueryRow(ctx, `SELECT a.id FROM bank_accounts a JOIN banks b ON b.id = a.bank_id
		WHERE b.code = $1 AND a.account_no = $2`, m.Bank, m.AccountNo).Scan(&t.accountID)
	if errors.Is(err, sql.ErrNoRows) {
		return t, nil
	}

	if err != nil {
		return transfer{}, fmt.Errorf("find our account: %w", err)
	}

	o, found, err := orderOfTotal(ctx, tx, t.accountID, m.Amount, "AND o.status = 'pending'"+s.lockOrder())
	if err != nil {
		return transfer{}, err
	}

	if !found || o.late(m) {
		return s.judgeLate(ctx, tx, t)
	}

	t.order = &o

	w, err := walletTx(ctx, tx, o.ClientID, o.WalletID)
	if err != nil {
		return transfer{}, err
	}

	if !w.Active {
		t.why, t.certain = whyWalletInactive, true

		return t, nil
	}

	t.status, t.why = transferCredited, whyMatched

	return t, nil
}

func (t transfer) store(ctx context.Context, tx *db.Tx, now time.Time) (bool, error) {
	var account, order, client, walletID, walletType, key, decided any

	if t.accountID != 0 {
		account = t.accountID
	}

	if t.order != nil {
		order = t.order.ID
	}

	if t.status == transferCredited {
		client, walletID, walletType = t.order.ClientID, t.order.WalletID, string(t.order.WalletType)
		key, decided = transferKey(t.id), clock.Micros(now)
	}

	n, err := tx.Exec(ctx, `INSERT INTO bank_transfers (id, bank_code, account_no, mutation_id, bank_account_id, amount, description,
			booked_at, received_at, status, why, order_id, client_id, wallet_id, wallet_type, posting_key, settled_at, certain)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
		ON CONFLICT (bank_code, account_no, mutation_id) DO NOTHING`,
		t.id, t.Bank, t.AccountNo, t.ID, account, int64(t.Amount), t.Description,
		clock.Micros(t.BookedAt), clock.Micros(t.ReceivedAt), t.status, t.why, order, client, walletID, walletType, key, decided, t.certain)
	if err != nil {
		return false, fmt.Errorf("store a transfer: %w", err)
	}

	return n == 1, nil
}

const transferPrefix = "transfer/"

// transferKey is the posting key of a transfer's credit, whoever makes it.
func transferKey(id int64) string { return transferPrefix + strconv.FormatInt(id, 10) }

// creditTx ends the order that a transfer pays and credits the whole amount, code included.
func (s *Service) creditTx(ctx context.Context, tx *db.Tx, now time.Time, t transfer) error {
	if err := s.endTx(ctx, tx, now, *t.order, Done); err != nil {
		return err
	}

	w, err := walletTx(ctx, tx, t.order.ClientID, t.order.WalletID)
	if err != nil {
		return err
	}

	_, _, err = s.deps.Wallets.TopupTx(ctx, tx, now, w, wallet.Posting{
		Action: wallet.Topup, Amount: t.Amount, Contra: wallet.BankClearing, Key: transferKey(t.id), SourceRef: t.order.No,
	})
	if err != nil {
		return err
	}

	s.changedTx(tx, w.ClientID)

	return nil
}

// holdTx holds a transfer in suspense, and tells the client whose it certainly is.
func (s *Service) holdTx(ctx context.Context, tx *db.Tx, now time.Time, t transfer) error {
	err := enterTx(ctx, tx, now, suspenseEntry{transfer: t.id, entry: entryHeld, amount: t.Amount, actor: audit.System, reason: t.why})
	if err != nil || !t.certain {
		return err
	}

	s.deps.Live.ChangedTx(tx, t.order.ClientID, LiveTopic)

	return s.tellTx(ctx, tx, *t.order, transferNotice{state: HeldTransfer, why: t.why, amount: t.Amount, at: t.ReceivedAt})
}

// walletTx reads a wallet of a client.
func walletTx(ctx context.Context, tx *db.Tx, clientID, id int64) (wallet.Wallet, error) {
	w, err := wallet.ByIDTx(ctx, tx, clientID, id)
	if err != nil {
		return wallet.Wallet{}, fmt.Errorf("wallet %d: %w", id, err)
	}

	return w, nil
}
