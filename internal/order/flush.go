package order

import (
	"context"
	"errors"
	"fmt"
	"time"

	"loket/internal/catalog"
	"loket/internal/platform/batch"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/money"
	"loket/internal/wallet"
)

type call = batch.Call[draft, Placed]

// Bounds of the repetitions of a batch.
const maxStale = 5

// errStale means that the catalogue or another node's orders were newer than
// what the batch worked with; it is done again with what is true now.
var errStale = errors.New("the batch worked with something old")

// flush writes the orders that were asked for at the same time. When the
// database refuses a row, the batch is halved until the bad request stands
// alone: its neighbours succeed.
func (l *lane) flush(ctx context.Context, calls []*call) {
	began := l.Clock.Now()

	err := l.flushStale(ctx, calls)
	if err == nil {
		l.opt.Hooks.Batch(len(calls), l.Clock.Now().Sub(began))

		return
	}

	if db.IsRow(err) && len(calls) > 1 {
		half := len(calls) / 2
		l.flush(ctx, calls[:half])
		l.flush(ctx, calls[half:])

		return
	}

	for _, c := range calls {
		c.Res, c.Err = Placed{}, err
	}
}

func (l *lane) flushStale(ctx context.Context, calls []*call) error {
	snap, err := l.Catalog.Snapshot(ctx)
	if err != nil {
		return fmt.Errorf("read the catalogue: %w", err)
	}

	for n := 0; ; n++ {
		quick := n == 0 && l.pace.quick()
		err := l.DB.Group(ctx, func(g *db.Group) error { return l.write(ctx, g, snap, calls, quick) })

		l.note(quick, err)

		switch {
		case err == nil:
			return nil
		case n == maxStale:
			return err
		case errors.Is(err, errStale):
			if snap, err = l.Catalog.Reload(ctx); err != nil {
				return fmt.Errorf("reload the catalogue: %w", err)
			}
		case errors.Is(err, errUnsure), errors.Is(err, db.ErrRefuted): // it is looked at with care now
		case db.IsUnique(err): // the reference was used before, or by another node meanwhile: it is found as a repeat now
		default:
			return err
		}
	}
}

// write is one try of a batch, in its transaction. It leaves each call with
// its own outcome and adds the rows of those that are accepted.
func (l *lane) write(ctx context.Context, g *db.Group, snap *catalog.Snapshot, calls []*call, quick bool) error {
	keys := walletKeys(snap, calls)

	if quick {
		if locked, known := l.memory.Recall(keys); known {
			if err := l.accept(g, snap, locked, nil, calls, quick); err != nil {
				return err
			}

			g.Require(catalogueVersion+" = $1", snap.Version()) // last: the batch may have waited for the wallets

			return nil
		}
	}

	locked := wallet.LockGroup(g, keys)
	earlier := findEarlier(g, calls)

	var version int64

	g.Query("SELECT "+catalogueVersion, nil, func(row db.Row) error { return row.Scan(&version) })

	if err := g.Flush(ctx); err != nil {
		return fmt.Errorf("lock the wallets of a batch: %w", err)
	}

	if version != snap.Version() {
		return errStale
	}

	return l.accept(g, snap, locked, earlier, calls, false)
}

const catalogueVersion = "COALESCE((SELECT version FROM versions WHERE name = 'catalog'), 0)"

// accept decides all calls and adds the rows of the accepted ones.
func (l *lane) accept(
	g *db.Group, snap *catalog.Snapshot, locked *wallet.Locked, earlier map[refKey]Order, calls []*call, quick bool,
) error {
	w := writer{
		snap: snap, locked: locked, earlier: earlier, now: l.Clock.Now(), next: l.IDs.Next,
		rows: newRows(len(calls)), inBatch: make(map[refKey]*call, len(calls)), shown: map[string]shownReference{},
	}

	for _, c := range calls {
		c.Res, c.Err = w.accept(c)

		if quick && c.Err != nil {
			return errUnsure
		}
	}

	if w.rows.len() == 0 {
		return nil
	}

	w.rows.insert(g)
	locked.Post(g)
	l.Jobs.EnqueueGroup(g, dispatchKind, w.rows.jobArgs(), w.now)
	l.announce(g, w.rows)
	g.AfterCommit(func() { l.memory.Keep(locked) })

	return nil
}

// announce lets screens look again once the batch is committed.
func (l *lane) announce(g *db.Group, rows *rows) {
	clients := rows.distinctClients()

	g.AfterCommit(func() {
		for _, id := range clients {
			l.opt.Hooks.Changed(id)
		}
	})
}

func walletKeys(snap *catalog.Snapshot, calls []*call) []wallet.Key {
	keys := make([]wallet.Key, 0, len(calls))

	for _, c := range calls {
		if p, ok := snap.Product(c.Req.ProductCode); ok {
			keys = append(keys, wallet.Key{ClientID: c.Req.ClientID, Type: wallet.Type(p.WalletType)})
		}
	}

	return keys
}

// writer decides one call after the other.
type writer struct {
	snap    *catalog.Snapshot
	locked  *wallet.Locked
	earlier map[refKey]Order
	inBatch map[refKey]*call // accepted in this batch
	now     time.Time
	next    func(now time.Time) int64
	rows    *rows
	shown   map[string]shownReference // by product
}

// shownReference is what every prepaid order of a product shows beside its name,
// and how that is kept. Orders share it: nobody changes a reference.
type shownReference struct {
	values map[string]string
	text   string
}

func (w *writer) reference(p catalog.Product) shownReference {
	r, known := w.shown[p.Code]
	if !known {
		r.values = map[string]string{p.OperatorType: p.OperatorCode}
		r.text = encodeReference(r.values)
		w.shown[p.Code] = r
	}

	return r
}

func (w *writer) encoded(o Order, d draft) string {
	if d.bill == nil {
		return w.shown[o.ProductCode].text
	}

	return encodeReference(o.Reference)
}

func (w *writer) accept(c *call) (Placed, error) {
	key := refKey{c.Req.ClientID, c.Req.ClientRef}

	if first, ok := w.earlier[key]; ok {
		return repeat(first, c.Req.hash)
	}

	if first, ok := w.inBatch[key]; ok {
		return repeat(first.Res.Order, c.Req.hash)
	}

	p, ok := w.snap.Product(c.Req.ProductCode)
	if !ok {
		return Placed{}, ErrProductNotFound.New()
	}

	price, err := w.price(c.Req, p)
	if err != nil {
		return Placed{}, err
	}

	o := w.draftOrder(c.Req, p, price)

	entry, err := w.locked.Charge(wallet.Key{ClientID: o.ClientID, Type: o.WalletType}, o.ID, price, o.ClientRef, o.CreatedAt)
	if err != nil {
		return Placed{}, err
	}

	o.WalletID = entry.WalletID
	w.rows.add(o, w.encoded(o, c.Req), c.Req.bill)
	w.inBatch[key] = c

	return Placed{Order: o}, nil
}

func repeat(first Order, hash int64) (Placed, error) {
	if first.inputHash != hash {
		return Placed{}, ErrReferenceConflict.New()
	}

	return Placed{Order: first, Repeat: true}, nil
}

func (w *writer) price(d draft, p catalog.Product) (money.Rupiah, error) {
	price := w.snap.Price(d.ClientID, p)

	if d.bill != nil {
		price = d.bill.price
	} else if p.Kind != catalog.Prepaid {
		return 0, fault.ErrUnavailable.Wrap(errStale) // the product became a bill just now: the caller asks again
	}

	return price, check(d.Request, p, price)
}

func (w *writer) draftOrder(d draft, p catalog.Product, price money.Rupiah) Order {
	o := Order{
		ClientID: d.ClientID, ClientRef: d.ClientRef, WalletType: wallet.Type(p.WalletType),
		ProductCode: p.Code, ProductName: p.Name, Kind: Kind(p.Kind), DestinationNo: d.DestinationNo,
		Amount: d.Amount, Price: price, Status: Pending, PaymentType: Deposit, Channel: d.Channel,
		inputHash: d.hash,
	}

	if d.bill != nil {
		o.ID, o.Reference = d.bill.orderID, d.bill.reference
	} else {
		o.ID, o.Reference = w.next(w.now), w.reference(p).values
	}

	// A row never keeps a moment before the second in its id: lists sort and
	// filter by the id alone.
	o.CreatedAt = w.now
	if second := ids.Time(o.ID); second.After(o.CreatedAt) || o.CreatedAt.Sub(second) >= time.Second {
		o.CreatedAt = second
	}

	o.UpdatedAt = o.CreatedAt

	return o
}
