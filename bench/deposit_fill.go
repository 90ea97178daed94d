package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
)

// The history of wallets that lists are measured on: one client has two wallets, with a third and a tenth of all rows;
// other clients share the rest.
const (
	movesPerDay   = 100_000
	fewestMoves   = 4 * movesPerDay
	mainShare     = 0.33
	secondShare   = 0.43 // with that of the main wallet
	depositOthers = 500
	secondWallet  = 1
	topupAmount   = 50_000_000
)

// ledgerPast describes the history, and holds the wallets as its end leaves them.
type ledgerPast struct {
	rows       int
	start, end time.Time
	step       time.Duration
	wallets    map[int64]*pastWallet
	ids        *ids.Generator
	random     *rand.Rand
	topups     []string // references of the main wallet
	payments   []int64  // some orders of the main wallet
}

type pastWallet struct{ client, balance, seq, changed int64 }

func newLedgerPast(rows int, now time.Time) (*ledgerPast, error) {
	generator, err := ids.NewGenerator(0)
	if err != nil {
		return nil, fmt.Errorf("ids: %w", err)
	}

	rows = max(rows, fewestMoves)
	step := day / movesPerDay
	p := &ledgerPast{
		rows: rows, end: now, start: now.Add(-time.Duration(rows) * step), step: step,
		wallets: map[int64]*pastWallet{}, ids: generator, random: rand.New(rand.NewPCG(3, 3)),
	}

	for n := range int64(depositOthers + 1) {
		p.wallets[firstUser+n] = &pastWallet{client: firstUser + n, balance: fortune, seq: 1}
	}

	p.wallets[secondWallet] = &pastWallet{client: firstUser}

	return p, nil
}

// fillDeposits loads the history, without its indexes first, since only reading is measured.
func fillDeposits(ctx context.Context, d *db.DB, p *ledgerPast) error {
	if err := fill(ctx, d, depositOthers+1); err != nil {
		return err
	}

	err := d.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO wallets (id, client_id, type, created_at) VALUES ($1, $2, 'multibiller', 1)", secondWallet, firstUser)

		return err
	})
	if err != nil {
		return fmt.Errorf("second wallet: %w", err)
	}

	restore, err := dropIndexes(ctx, d, "wallet_history")
	if err != nil {
		return err
	}

	for from := 0; from < p.rows; from += fillChunk {
		if _, err := d.Copy(ctx, "wallet_history", moveColumns(), p.moves(from, min(from+fillChunk, p.rows))); err != nil {
			return fmt.Errorf("load history: %w", err)
		}
	}

	err = d.Tx(ctx, func(tx *db.Tx) error {
		var all error

		for id, w := range p.wallets {
			_, err := tx.Exec(ctx, "UPDATE wallets SET balance = $1, seq = $2, changed_at = $3 WHERE client_id = $4 AND id = $5", w.balance, w.seq, w.changed, w.client, id)
			all = errors.Join(all, err)
		}

		return all
	})
	if err := errors.Join(err, restore(ctx)); err != nil {
		return err
	}

	return vacuum(ctx, d, "wallet_history")
}

func moveColumns() []string {
	return []string{
		"wallet_id", "seq", clientColumn, "action", "amount", "balance_before", "balance_after", "contra", "order_id", "posting_key", "reference", "created_at",
	}
}

func (p *ledgerPast) moves(from, to int) iter.Seq[[]any] {
	row := make([]any, len(moveColumns()))

	return func(yield func([]any) bool) {
		for i := from; i < to; i++ {
			if row = p.move(row[:0], i); !yield(row) {
				return
			}
		}
	}
}

// move is one row: of 100, 3 are refunds, 2 top-ups, the others payments. A wallet that can't pay is topped up.
func (p *ledgerPast) move(row []any, i int) []any {
	const refunds, topups = 0.03, 0.05

	id := p.anyWallet()
	w := p.wallets[id]
	at := p.start.Add(time.Duration(i) * p.step)
	action, contra, amount := "payment", "sales", int64(-price)

	var order, key any

	reference := pastRef(i)

	switch share := p.random.Float64(); {
	case w.balance < price || share >= refunds && share < topups:
		action, contra, amount, key, reference = "topup_va", "bank_clearing", topupAmount, fmt.Sprintf("va/%d", i), fmt.Sprintf("PAY-%08d", i)
	case share < refunds:
		action, amount = "refund", price
	}

	if key == nil {
		order = p.ids.Next(at)
	}

	p.remember(id, order, reference)

	before := w.balance
	w.balance, w.seq, w.changed = before+amount, w.seq+1, clock.Micros(at)

	return append(row, id, w.seq, w.client, action, amount, before, w.balance, contra, order, key, reference, w.changed)
}

func (p *ledgerPast) anyWallet() int64 {
	switch share := p.random.Float64(); {
	case share < mainShare:
		return firstUser
	case share < secondShare:
		return secondWallet
	}

	return firstUser + 1 + p.random.Int64N(depositOthers)
}

// remember keeps what the searches of the main wallet look for.
func (p *ledgerPast) remember(wallet int64, order any, reference string) {
	const each = 50

	switch id, paid := order.(int64); {
	case wallet != firstUser:
	case !paid:
		p.topups = append(p.topups, reference)
	case p.random.IntN(each) == 0:
		p.payments = append(p.payments, id)
	}
}
