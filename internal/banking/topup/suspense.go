package topup

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/money/wallet"
	"loket/internal/platform/approval"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// Transfer is money that a bank reported on one of our accounts.
type Transfer struct {
	ID          int64
	BankCode    string
	AccountNo   string
	MutationID  string
	Amount      money.Rupiah
	Description string
	BookedAt    time.Time
	ReceivedAt  time.Time
	Status      string // credited, suspense, returned
	Why         string // matched, late, unmatched, unknown_account, wallet_inactive
	OrderID     int64  // that it paid, or was probably meant for; 0: none
	// ClientID and WalletType are those of the credit, else of the order.
	ClientID   int64
	WalletType wallet.Type
	Certain    bool // that it was meant for the order
	// The last note of staff about a transfer that they hold; empty without one.
	Note    string
	NotedBy string
	NotedAt time.Time
}

const transferQuery = `SELECT t.id, t.bank_code, t.account_no, t.mutation_id, t.amount, t.description, t.booked_at, t.received_at, t.status, t.why,
		COALESCE(t.order_id, 0), COALESCE(t.client_id, o.client_id, 0), COALESCE(t.wallet_type, o.wallet_type, ''), t.certain,
		t.note, t.noted_by, t.noted_at
	FROM bank_transfers t
	LEFT JOIN topup_orders o ON o.id = t.order_id `

func scanTransfer(row db.Row) (Transfer, error) {
	var (
		t                       Transfer
		booked, received, noted int64
	)

	err := row.Scan(&t.ID, &t.BankCode, &t.AccountNo, &t.MutationID, &t.Amount, &t.Description, &booked, &received, &t.Status, &t.Why,
		&t.OrderID, &t.ClientID, &t.WalletType, &t.Certain, &t.Note, &t.NotedBy, &noted)
	if err != nil {
		return Transfer{}, fmt.Errorf("read a transfer: %w", err)
	}

	t.BookedAt, t.ReceivedAt = clock.FromMicros(booked), clock.FromMicros(received)
	if noted != 0 {
		t.NotedAt = clock.FromMicros(noted)
	}

	return t, nil
}

// ListSuspense lists the oldest transfers in suspense, at most limit. more reports whether there are others.
func (s *Service) ListSuspense(ctx context.Context, limit int) (list []Transfer, more bool, err error) {
	rows, err := s.deps.DB.Reader().Query(ctx, transferQuery+"WHERE t.status = 'suspense' ORDER BY t.id LIMIT $1", int64(limit)+1)

	list, err = db.Collect(rows, err, func(row *sql.Rows) (Transfer, error) { return scanTransfer(row) })
	if err != nil {
		return nil, false, fmt.Errorf("list what is in suspense: %w", err)
	}

	return list[:min(limit, len(list))], len(list) > limit, nil
}

// Suspense returns how much is held in suspense, and the number of its transfers.
func (s *Service) Suspense(ctx context.Context) (amount money.Rupiah, transfers int64, err error) {
	err = s.deps.DB.Reader().QueryRow(ctx, "SELECT COALESCE(SUM(amount), 0), COUNT(*) FROM bank_transfers WHERE status = 'suspense'").
		Scan(&amount, &transfers)
	if err != nil {
		return 0, 0, fmt.Errorf("sum what is in suspense: %w", err)
	}

	return amount, transfers, nil
}

// Assignment is the input of Assign.
type Assignment struct {
	TransferID int64
	// OrderID is the top-up that the transfer pays, whose wallet gets the money. ClientID and WalletType name a wallet instead.
	// Without any of them it is the wallet of the order that the transfer was probably meant for.
	OrderID    int64
	ClientID   int64
	WalletType wallet.Type
	Actor      string
	Reason     string
	Address    string // where the call came from, if known
}

// SuspenseResult is the result of Assign and Return.
type SuspenseResult struct {
	Transfer Transfer
	// Waiting is set, and nothing changed, while another member of staff must approve.
	Waiting *approval.Approval
}

// Assign credits a transfer in suspense to a wallet, whole and once. An order that it was meant for and that is still
// open ends as done. Above the limit of one person nothing changes until another one approves. Errors:
// fault.ErrValidation, fault.ErrNotFound, ErrNotInSuspense, wallet.ErrInactive.
func (s *Service) Assign(ctx context.Context, a Assignment) (SuspenseResult, error) {
	return s.assignOrReturn(ctx, suspenseAction{
		TransferID: a.TransferID, OrderID: a.OrderID, ClientID: a.ClientID, WalletType: a.WalletType, Reason: a.Reason, actor: a.Actor, address: a.Address,
	})
}

func (s *Service) assign(ctx context.Context, tx *db.Tx, now time.Time, t Transfer, w suspenseAction) error {
	to, err := target(ctx, tx, t, w)
	if err != nil {
		return err
	}

	paid := t.OrderID
	if w.OrderID != 0 {
		paid = w.OrderID
	}

	if err := s.endPaidTx(ctx, tx, now, paid, to); err != nil {
		return err
	}

	return s.assignTx(ctx, tx, now, t, to, w)
}

// target is the wallet that gets a transfer.
func target(ctx context.Context, tx *db.Tx, t Transfer, w suspenseAction) (wallet.Wallet, error) {
	if w.ClientID == 0 && t.ClientID == 0 {
		return wallet.Wallet{}, fault.InvalidField("client", msgNoOrder)
	}

	if w.ClientID == 0 {
		w.ClientID, w.WalletType = t.ClientID, t.WalletType
	}

	to, err := wallet.ByTypeTx(ctx, tx, w.ClientID, w.WalletType)
	if err == nil && !to.Active {
		err = wallet.ErrInactive.New()
	}

	return to, err
}

// endPaidTx ends the order that a transfer pays, if it is still open and of the wallet that gets the money. 0 is none.
func (s *Service) endPaidTx(ctx context.Context, tx *db.Tx, now time.Time, orderID int64, to wallet.Wallet) error {
	if orderID == 0 {
		return nil
	}

	o, err := scanOrder(tx.QueryRow(ctx, orderQuery+"WHERE o.id = $1"+s.lockOrder(), orderID))
	if err != nil || o.Status != Pending || o.WalletID != to.ID {
		return err
	}

	return s.endTx(ctx, tx, now, o, Done)
}

func (s *Service) assignTx(ctx context.Context, tx *db.Tx, now time.Time, t Transfer, w wallet.Wallet, a suspenseAction) error {
	// It was not certainly meant for a top-up of another client.
	var order any

	certain := t.Certain && (a.OrderID == 0 || w.ClientID == t.ClientID)

	if a.OrderID != 0 {
		order = a.OrderID
	} else if t.OrderID != 0 {
		order = t.OrderID
	}

	_, err := tx.Exec(ctx, `UPDATE bank_transfers SET status = 'credited', client_id = $1, wallet_id = $2, wallet_type = $3,
			posting_key = $4, settled_at = $5, order_id = $6, certain = $7
		WHERE id = $8 AND status = 'suspense'`,
		w.ClientID, w.ID, string(w.Type), transferKey(t.ID), clock.Micros(now), order, certain, t.ID)
	if err != nil {
		return fmt.Errorf("mark a transfer as credited: %w", err)
	}

	err = enterTx(ctx, tx, now, suspenseEntry{transfer: t.ID, entry: entryAssigned, amount: t.Amount, actor: a.actor, reason: a.Reason})
	if err != nil {
		return err
	}

	_, _, err = s.deps.Wallets.TopupTx(ctx, tx, now, w, wallet.Posting{
		Action: wallet.Topup, Amount: t.Amount, Contra: wallet.BankClearing, Key: transferKey(t.ID),
		SourceRef: fmt.Sprintf("TRANSFER-%d", t.ID),
	})
	if err != nil {
		return err
	}

	s.changedTx(tx, w.ClientID)

	if err := s.tellOutcomeTx(ctx, tx, t, transferNotice{state: CreditedTransfer, amount: t.Amount, wallet: w.Type, at: now}, w.ClientID); err != nil {
		return err
	}

	return auditTransfer(ctx, tx, now, t, audit.Entry{Actor: a.actor, Client: w.ClientID, Action: "transfer.assign", Reason: a.Reason, Address: a.address})
}

// Returning is the input of Return.
type Returning struct {
	TransferID int64
	Actor      string
	Reason     string // with the bank's reference of the transfer back
	Address    string
}

// Return records that a transfer in suspense was sent back to its sender. Above the limit of one person another one must
// approve first: send the money after that. Errors: fault.ErrValidation, fault.ErrNotFound, ErrNotInSuspense.
func (s *Service) Return(ctx context.Context, r Returning) (SuspenseResult, error) {
	return s.assignOrReturn(ctx, suspenseAction{TransferID: r.TransferID, Return: true, Reason: r.Reason, actor: r.Actor, address: r.Address})
}

// tellOutcomeTx tells the client whose transfer it certainly was what staff did with it. What they credited to another client
// was not this client's after all.
func (s *Service) tellOutcomeTx(ctx context.Context, tx *db.Tx, t Transfer, what transferNotice, clientID int64) error {
	if !t.Certain {
		return nil
	}

	o, err := scanOrder(tx.QueryRow(ctx, orderQuery+"WHERE o.id = $1", t.OrderID))
	if err != nil {
		return err
	}

	s.deps.Live.ChangedTx(tx, o.ClientID, LiveTopic)

	if o.ClientID != clientID {
		return nil
	}

	return s.tellTx(ctx, tx, o, what)
}

func (s *Service) giveBack(ctx context.Context, tx *db.Tx, now time.Time, t Transfer, w suspenseAction) error {
	_, err := tx.Exec(ctx, "UPDATE bank_transfers SET status = 'returned', settled_at = $1 WHERE id = $2 AND status = 'suspense'",
		clock.Micros(now), t.ID)
	if err != nil {
		return fmt.Errorf("mark a transfer as returned: %w", err)
	}

	err = enterTx(ctx, tx, now, suspenseEntry{transfer: t.ID, entry: entryReturned, amount: t.Amount, actor: w.actor, reason: w.Reason})
	if err != nil {
		return err
	}

	if err := s.tellOutcomeTx(ctx, tx, t, transferNotice{state: ReturnedTransfer, amount: t.Amount, at: now}, t.ClientID); err != nil {
		return err
	}

	return auditTransfer(ctx, tx, now, t, audit.Entry{Actor: w.actor, Action: "transfer.return", Reason: w.Reason, Address: w.address})
}

func auditTransfer(ctx context.Context, tx *db.Tx, now time.Time, t Transfer, e audit.Entry) error {
	e.Subject, e.Detail = fmt.Sprintf("transfer:%d", t.ID), map[string]any{"amount": int64(t.Amount), "why": t.Why}

	return audit.Write(ctx, tx, now, e)
}

// The entries of the suspense account.
const (
	entryHeld     = "held"
	entryAssigned = "assigned"
	entryReturned = "returned"
)

type suspenseEntry struct {
	transfer      int64
	entry         string
	amount        money.Rupiah
	actor, reason string
}

// enterTx writes an entry of the suspense account. The accounts follow from its kind.
func enterTx(ctx context.Context, tx *db.Tx, now time.Time, e suspenseEntry) error {
	debit, credit := "suspense", "bank_clearing"

	switch e.entry {
	case entryHeld:
		debit, credit = "bank_clearing", "suspense"
	case entryReturned:
		credit = "bank_returns"
	}

	_, err := tx.Exec(ctx, `INSERT INTO suspense_entries (transfer_id, entry, debit, credit, amount, actor, reason, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		e.transfer, e.entry, debit, credit, int64(e.amount), e.actor, e.reason, clock.Micros(now))
	if err != nil {
		return fmt.Errorf("write the suspense account: %w", err)
	}

	return nil
}
