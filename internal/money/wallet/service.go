package wallet

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/live"
	"loket/internal/platform/money"
	"loket/internal/platform/required"
)

// LiveTopic is the topic of live updates about the wallets of a client.
const LiveTopic live.Topic = "deposits"

// Deps are the service's dependencies; all are required.
type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	Clients *identity.Service
	Live    *live.Hub
}

// Options are the settings of the service.
type Options struct {
	// AdjustLimit is the largest adjustment that one member of staff makes alone; 0 is any.
	AdjustLimit money.Rupiah
	// AdjustDayLimit is how much one member of staff adjusts alone in a day, up and down added; 0 is any.
	AdjustDayLimit money.Rupiah
}

// Service has the use cases of wallets.
type Service struct {
	deps Deps
	opt  Options
}

// NewService makes the service.
func NewService(deps Deps, opt Options) *Service {
	required.Fields(deps)

	return &Service{deps, opt}
}

// List returns a client's wallets in the order of their creation.
func (s *Service) List(ctx context.Context, clientID int64) ([]Wallet, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT "+walletColumns+" FROM wallets WHERE client_id = $1 ORDER BY id", clientID)

	wallets, err := db.Collect(rows, err, func(row *sql.Rows) (Wallet, error) { return scanWallet(row) })
	if err != nil {
		return nil, fmt.Errorf("list wallets of client %d: %w", clientID, err)
	}

	return wallets, nil
}

// CreateInput is the input of Create. The client must exist.
type CreateInput struct {
	ClientID int64
	Type     Type
	Actor    string // staff:budi
	Reason   string
}

// Create makes a wallet by hand, with the reason in the audit log. Errors are
// those of CreateTx, and fault.ErrValidation for a missing reason.
func (s *Service) Create(ctx context.Context, n CreateInput) (Wallet, error) {
	if n.Reason == "" {
		return Wallet{}, errReason()
	}

	var made Wallet

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.deps.Clock.Now()

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
		Contra: Sales, OrderID: orderID, SourceRef: reference,
	})

	return e, err
}
