package placing

import (
	"context"
	"errors"
	"fmt"

	"loket/internal/catalog"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/platform/batch"
	"loket/internal/platform/db"
)

type placeCall = batch.Call[draft, PlacedOrder]

// maxStale is how often a batch is written again with fresh data.
const maxStale = 5

// errStale means that the catalogue or another node's orders changed since the
// batch read them. The batch is written again with fresh data.
var errStale = errors.New("the batch worked with stale data")

// flush writes orders, those of each part of the database as a batch.
func (p *placer) flush(ctx context.Context, calls []*placeCall) {
	for _, some := range batch.ByPart(calls, func(c *placeCall) int { return p.s.deps.DB.Part(c.Req.ClientID) }) {
		p.flushPart(ctx, some)
	}
}

func (p *placer) flushPart(ctx context.Context, calls []*placeCall) {
	batch.Split(calls, func(calls []*placeCall) error {
		began := p.s.deps.Clock.Now()

		err := p.writeUntilFresh(ctx, calls)
		p.s.readiness.recordBatch(began, err)

		if err == nil {
			p.s.opt.Batch(len(calls), p.s.deps.Clock.Now().Sub(began))
			p.s.traceBatch(calls, began)
		}

		return err
	}, batch.Fail)
}

func (p *placer) writeUntilFresh(ctx context.Context, calls []*placeCall) error {
	snap, err := p.s.deps.Catalog.Latest(ctx)
	if err != nil {
		return fmt.Errorf("read the catalogue: %w", err)
	}

	for n := 0; ; n++ {
		optimistic := n == 0 && !hasFence(calls) && !guardsDuplicates(calls) && p.pace.optimistic()
		keys := keysOf(snap, calls)
		err := p.s.deps.DB.BatchOf(ctx, calls[0].Req.ClientID, func(b *db.Batch) error { return p.write(ctx, b, snap, keys, calls, optimistic) })

		p.learn(keys, optimistic, err)

		switch {
		case err == nil:
			return nil
		case n == maxStale:
			return err
		case errors.Is(err, errStale):
			if snap, err = p.s.deps.Catalog.Reload(ctx); err != nil {
				return fmt.Errorf("reload the catalogue: %w", err)
			}
		case errors.Is(err, errUnsure), errors.Is(err, db.ErrRefuted): // the next try locks and looks up
		case db.IsUnique(err): // the reference was used before; the next try finds it as a repeat
		default:
			return err
		}
	}
}

// write is one try of a batch, in its transaction. It sets the outcome of each
// call and adds the rows of the accepted ones.
func (p *placer) write(ctx context.Context, b *db.Batch, snap *catalog.Snapshot, keys order.AccountKeys, calls []*placeCall, optimistic bool) error {
	if optimistic {
		if accounts, known := p.cache.recall(keys); known {
			if err := p.acceptAll(b, snap, accounts, preloadedRows{}, calls, optimistic); err != nil {
				return err
			}

			b.Guard(catalogueVersion+" = $1", snap.Version()) // last, since the batch may have waited for the accounts

			return nil
		}
	}

	var found preloadedRows

	found.fences = lockFences(b, calls)
	accounts := order.LockAccounts(b, keys)
	found.earlier = findEarlier(b, calls)
	found.purchases = findPurchases(b, calls, p.s.deps.Clock.Now())

	var version int64

	b.Query("SELECT "+catalogueVersion, nil, func(row db.Row) error { return row.Scan(&version) })

	if err := b.Flush(ctx); err != nil {
		return fmt.Errorf("lock the accounts of a batch: %w", err)
	}

	if version != snap.Version() {
		return errStale
	}

	return p.acceptAll(b, snap, accounts, found, calls, false)
}

const catalogueVersion = "COALESCE((SELECT version FROM versions WHERE name = '" + catalog.VersionName + "'), 0)"

// acceptAll decides all calls and adds the rows of the accepted ones.
func (p *placer) acceptAll(
	b *db.Batch, snap *catalog.Snapshot, accounts order.AccountSet, found preloadedRows, calls []*placeCall, optimistic bool,
) error {
	now := p.s.deps.Clock.Now()
	if snap.Due(now) { // a scheduled price applies that the snapshot doesn't have
		return errStale
	}

	a := acceptor{
		snap: snap, choose: p.s.firstSupplier, accounts: accounts, preloadedRows: found, now: now, next: p.s.deps.IDs.Next,
		rows: newRows(len(calls)), inBatch: make(map[refKey]*placeCall, len(calls)), defaults: map[productKey]productDefaults{}, settlementOff: p.s.opt.SettlementOff,
	}

	for _, c := range calls {
		c.Res, c.Err = a.accept(c)

		if optimistic && c.Err != nil {
			return errUnsure
		}
	}

	if a.rows.len() == 0 {
		return nil
	}

	a.rows.insert(b)
	accounts.Post(b)

	for _, client := range a.rows.distinctClients() {
		p.s.deps.Live.ChangedTx(b, client, order.LiveTopic)
	}

	b.AfterCommit(func() {
		p.cache.keep(accounts)

		for i := range a.rows.orders {
			p.s.deps.Enqueue(a.rows.orders[i], a.rows.attempts[i])
		}
	})

	return nil
}

// keysOf returns the accounts that pay the orders of a batch.
func keysOf(snap *catalog.Snapshot, calls []*placeCall) order.AccountKeys {
	keys := order.AccountKeys{Wallets: make([]wallet.Key, 0, len(calls))}

	for _, c := range calls {
		if product, ok := snap.Product(c.Req.ProductCode); ok {
			keys.Add(c.Req.PaymentType, wallet.Key{ClientID: c.Req.ClientID, Type: wallet.Type(product.WalletType)})
		}
	}

	return keys
}
