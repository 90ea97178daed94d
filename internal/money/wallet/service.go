package wallet

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/job"
	"loket/internal/platform/live"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
)

// Mailer queues mails in the caller's transaction (package mail).
type Mailer interface {
	Send(ctx context.Context, tx *db.Tx, m mail.Message) error
}

// Clients reads clients in the caller's transaction (package identity).
type Clients interface {
	ClientTx(ctx context.Context, tx *db.Tx, id int64) (identity.Client, error)
}

// LiveTopic is the topic of live updates about the wallets of a client.
const LiveTopic live.Topic = "deposits"

// Deps are the service's dependencies; Live may be left out. Without Jobs no mails about low balances are sent, and Mail, Log and
// DepositScreen are not needed.
type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	Clients Clients
	Live    *live.Hub

	Jobs *job.Queue
	Mail Mailer
	Log  *slog.Logger
	// AdjustLimit is the largest adjustment that one member of staff makes alone; 0 is any.
	AdjustLimit money.Rupiah
	// DepositScreen returns the URL of the screen for top-ups.
	DepositScreen func() string
}

// Service has the use cases of wallets.
type Service struct{ Deps }

// NewService makes the service and registers its jobs.
func NewService(deps Deps) *Service {
	s := &Service{deps}
	if s.Jobs != nil {
		s.registerJobs()
	}

	return s
}

// List returns a client's wallets in the order of their creation.
func (s *Service) List(ctx context.Context, clientID int64) ([]Wallet, error) {
	rows, err := s.DB.Reader().Query(ctx, "SELECT "+walletColumns+" FROM wallets WHERE client_id = $1 ORDER BY id", clientID)

	wallets, err := db.Collect(rows, err, func(row *sql.Rows) (Wallet, error) { return scanWallet(row) })
	if err != nil {
		return nil, fmt.Errorf("list wallets of client %d: %w", clientID, err)
	}

	return wallets, nil
}

// NewWallet is the input of Create. The client must exist.
type NewWallet struct {
	ClientID int64
	Type     Type
	Actor    string // staff:budi
	Reason   string
}

// Create makes a wallet by hand, with the reason in the audit log. Errors are
// those of CreateTx, and fault.ErrValidation for a missing reason.
func (s *Service) Create(ctx context.Context, n NewWallet) (Wallet, error) {
	if n.Reason == "" {
		return Wallet{}, errReason()
	}

	var made Wallet

	err := s.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.Clock.Now()

		var err error
		if made, err = CreateTx(ctx, tx, now, Wallet{ClientID: n.ClientID, Type: n.Type, Active: true}); err != nil {
			return err
		}

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: n.Actor, Client: n.ClientID, Action: "wallet.create", Subject: fmt.Sprintf("wallet:%d", made.ID),
			Reason: n.Reason, Detail: map[string]any{"type": string(n.Type)},
		})
	})
	if err != nil {
		return Wallet{}, fmt.Errorf("make a wallet of client %d: %w", n.ClientID, err)
	}

	return made, nil
}

// errReason refuses a manual change without a reason.
func errReason() error { return fault.InvalidField("reason", msgReasonMissing) }

// CreateTx makes a wallet with balance 0. A client has one wallet of each type: for a second one it returns
// fault.ErrValidation.
func CreateTx(ctx context.Context, tx *db.Tx, now time.Time, w Wallet) (Wallet, error) {
	if !w.Type.Valid() {
		return Wallet{}, InvalidType("type")
	}

	id, err := db.NextSequence(ctx, tx, "wallets")
	if err != nil {
		return Wallet{}, err
	}

	w.ID, w.Balance, w.CreatedAt = id, 0, now

	_, err = tx.Exec(ctx, `INSERT INTO wallets (id, client_id, type, active, created_at)
		VALUES ($1, $2, $3, $4, $5)`, w.ID, w.ClientID, string(w.Type), w.Active, clock.Micros(now))
	if db.IsUnique(err) {
		return Wallet{}, fault.InvalidField("type", msgWalletExists)
	}

	if err != nil {
		return Wallet{}, fmt.Errorf("make a wallet: %w", err)
	}

	return w, nil
}

// ByTypeTx finds a client's wallet, or fault.ErrNotFound.
func ByTypeTx(ctx context.Context, q db.Querier, clientID int64, t Type) (Wallet, error) {
	w, err := scanWallet(q.QueryRow(ctx, "SELECT "+walletColumns+" FROM wallets WHERE client_id = $1 AND type = $2", clientID, string(t)))
	if errors.Is(err, sql.ErrNoRows) {
		return Wallet{}, fault.ErrNotFound.Msg(msgClientNoWallet)
	}

	return w, err
}

// ByIDTx finds a client's wallet, or fault.ErrNotFound.
func ByIDTx(ctx context.Context, q db.Querier, clientID, id int64) (Wallet, error) {
	w, err := scanWallet(q.QueryRow(ctx, "SELECT "+walletColumns+" FROM wallets WHERE client_id = $1 AND id = $2", clientID, id))
	if errors.Is(err, sql.ErrNoRows) {
		return Wallet{}, NoSuchWallet()
	}

	return w, err
}

// RefundTx returns the charge of an order to its wallet. The caller must have moved the order to failed in the
// same transaction. The database refuses a second refund of an order.
func RefundTx(ctx context.Context, tx *db.Tx, now time.Time, clientID, walletID, orderID int64, price money.Rupiah, reference string) (Entry, error) {
	e, _, err := PostTx(ctx, tx, now, Posting{
		WalletID: walletID, ClientID: clientID, Action: Refund, Amount: price,
		Contra: Sales, OrderID: orderID, Reference: reference,
	})

	return e, err
}
