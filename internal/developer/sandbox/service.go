// Package sandbox is what clients' developers do with their sandboxes: open one with a first test key, add test money, end orders that wait, and
// begin anew. What a sandbox is: docs/decisions/0019-sandboxes.md.
package sandbox

import (
	"context"
	"fmt"

	"loket/internal/developer/webhook"
	"loket/internal/identity"
	"loket/internal/money/invoice"
	"loket/internal/money/settlement"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/orders/schedule"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
	"loket/internal/platform/live"
	"loket/internal/platform/money"
	"loket/internal/platform/required"
	"loket/internal/platform/secret"
	rules "loket/internal/supplier/sandbox"
)

// Deps are the service's dependencies; all are required.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Identity *identity.Service
	Wallets  *wallet.Service
	Orders   *order.Service
	Webhooks *webhook.Service
	Jobs     *job.Queue
	Live     *live.Hub
	// What the clock of a sandbox moves.
	Schedules   *schedule.Service
	Settlements *settlement.Service
	Periods     *settlement.PeriodCloser
	Invoices    *invoice.Service
}

// Service has the use cases of sandboxes.
type Service struct{ deps Deps }

// reverseKind is the kind of jobs that reverse an order whose destination asks for it.
const reverseKind = "sandbox.reverse"

// NewService makes the service and registers its job.
func NewService(deps Deps) *Service {
	required.Fields(deps)

	s := &Service{deps}
	deps.Jobs.Handle(reverseKind, job.KindOptions{Workers: 1}, s.reverse)

	return s
}

const (
	// StartMoney is what each wallet of a new sandbox has.
	StartMoney = money.Rupiah(10_000_000)
	// MaxMoney is the most that one call adds.
	MaxMoney = money.Rupiah(1_000_000_000)
	// maxBalance keeps balances in a range that every JSON parser reads exactly.
	maxBalance = money.Rupiah(1_000_000_000_000)
)

// MakeKey makes a key of the sandbox of the caller's client; the first one opens the sandbox. Errors: those of identity.MakeTestKey.
func (s *Service) MakeKey(ctx context.Context, by identity.Self, in identity.KeyInput) (identity.APIKey, secret.Text, error) {
	return s.deps.Identity.MakeTestKey(ctx, by, in, s.fill)
}

// AddKnownKey stores a key of a client's sandbox with a given secret, for the demo and for a new deployment.
func (s *Service) AddKnownKey(ctx context.Context, by identity.By, in identity.NewKey) error {
	return s.deps.Identity.AddKnownTestKey(ctx, by, in, s.fill)
}

// fill gives a new sandbox a wallet of each type, with test money.
func (s *Service) fill(ctx context.Context, tx *db.Tx, sandbox identity.Client) error {
	now := s.deps.Clock.Now()

	for _, t := range wallet.Types() {
		w, err := wallet.CreateTx(ctx, tx, now, wallet.Wallet{ClientID: sandbox.ID, Type: t, Active: true})
		if err != nil {
			return fmt.Errorf("wallet of a sandbox: %w", err)
		}

		_, _, err = wallet.PostTx(ctx, tx, now, wallet.Posting{
			WalletID: w.ID, ClientID: sandbox.ID, Action: wallet.Topup, Amount: StartMoney, Contra: wallet.Sandbox, Key: "sandbox/start/" + string(t),
			SourceRef: "sandbox",
		})
		if err != nil {
			return fmt.Errorf("test money of a sandbox: %w", err)
		}
	}

	return nil
}

// Reset begins a sandbox anew: with new wallets, and without the orders, events and endpoints of the old one. Its keys serve the new one. Errors:
// ErrNotSandbox, fault.ErrThrottled.
func (s *Service) Reset(ctx context.Context, by identity.By, sandboxID int64) error {
	if !clientid.IsSandbox(sandboxID) {
		return ErrNotSandbox.New()
	}

	_, err := s.deps.Identity.ResetSandbox(ctx, by, sandboxID, s.fill)
	if fault.ErrNotFound.Is(err) {
		return nil // another reset was first
	}

	return err
}

// AddMoney tops up a wallet of a sandbox, as a bank transfer does: with the event of a top-up and, on level 2, with the withheld tax. Errors:
// ErrNotSandbox, fault.ErrValidation.
func (s *Service) AddMoney(ctx context.Context, sandboxID int64, t wallet.Type, amount money.Rupiah) (wallet.Wallet, error) {
	switch {
	case !clientid.IsSandbox(sandboxID):
		return wallet.Wallet{}, ErrNotSandbox.New()
	case amount < 1 || amount > MaxMoney:
		return wallet.Wallet{}, fault.InvalidField("amount", msgAmount.With(MaxMoney.Pointed()))
	}

	var w wallet.Wallet

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		before, err := wallet.ByTypeTx(ctx, tx, sandboxID, t)
		if err != nil {
			return err
		}

		if before.Balance+amount > maxBalance {
			return fault.InvalidField("amount", msgBalance.With(maxBalance.Pointed()))
		}

		_, _, err = s.deps.Wallets.TopupTx(ctx, tx, s.deps.Clock.Now(), before, wallet.Posting{
			Action: wallet.Topup, Amount: amount, Contra: wallet.Sandbox, Key: "sandbox/" + ids.Token(), SourceRef: "sandbox",
		})
		if err != nil {
			return err
		}

		s.deps.Live.ChangedTx(tx, sandboxID, wallet.LiveTopic)
		w, err = wallet.ByTypeTx(ctx, tx, sandboxID, t)

		return err
	})
	if err != nil {
		return wallet.Wallet{}, fmt.Errorf("add money to sandbox %d: %w", sandboxID, err)
	}

	return w, nil
}

// QueueReversal has the order of an attempt reversed a while from now. It is safe to repeat.
func (s *Service) QueueReversal(ctx context.Context, reference string) error {
	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		_, err := s.deps.Jobs.EnqueueTx(ctx, tx, job.Request{
			Kind: reverseKind, Args: reference, UniqueKey: reference, RunAt: s.deps.Clock.Now().Add(rules.ReverseAfter),
		})

		return err
	})
}

// reverse reverses the order of an attempt. It may run twice: the second time the order has failed.
func (s *Service) reverse(ctx context.Context, j job.Job) error {
	var reference string
	if err := j.Decode(&reference); err != nil {
		return err
	}

	k, ok := order.ParseAttemptKey(reference)
	if !ok || !clientid.IsSandbox(k.ClientID) {
		return fmt.Errorf("reversal of %q: %w", reference, ErrNotSandbox.New())
	}

	found, err := s.deps.Orders.ByIDs(ctx, k.ClientID, []string{order.FormatID(k.OrderID)})
	if err != nil || len(found) == 0 {
		return err
	}

	o := found[0]

	switch o.Status {
	case order.Failed:
		return nil
	case order.Pending:
		return fmt.Errorf("order %d: %w", o.ID, errNotYet)
	case order.Success:
	}

	_, err = s.end(ctx, o, order.Failed, "system")

	return err
}
