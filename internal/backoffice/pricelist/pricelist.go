// Package pricelist compares the price lists of suppliers with recorded costs: it records what changed, applies what leaves a margin, and
// keeps the rest for a person.
package pricelist

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"loket/internal/catalog"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
	"loket/internal/platform/money"
	"loket/internal/platform/required"
	"loket/internal/platform/safetext"
	"loket/internal/supplier"
)

const (
	readKind  = "supplier.price_lists"
	readEvery = 10 * time.Minute
	readLimit = 2 * time.Minute // of one supplier; they are asked one after the other
	runLimit  = 9 * time.Minute // of a run over all of them

	// storedFor is how long decided changes stay.
	storedFor = 90 * 24 * time.Hour

	// longestSKU and longestName bound what is stored of a row, in characters.
	longestSKU, longestName = 100, 200

	// tries is how often a list is compared anew when the catalogue changes meanwhile.
	tries = 5
)

// DefaultJump is the greatest change in percent that is applied without a person.
const DefaultJump = 20

// Deps are what a Service works with. All are needed.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Catalog   *catalog.Service
	Suppliers *supplier.Registry
	Jobs      *job.Queue
	Log       *slog.Logger
}

// Options are the settings.
type Options struct {
	// Jump is the greatest change in percent that is applied without a person; 0 takes DefaultJump.
	Jump int64
}

// Service reads price lists. It is safe for concurrent use.
type Service struct {
	deps Deps
	jump int64
}

// New makes a service and registers its job.
func New(deps Deps, opt Options) *Service {
	required.Fields(deps)

	s := &Service{deps: deps, jump: opt.Jump}
	if s.jump == 0 {
		s.jump = DefaultJump
	}

	deps.Jobs.Handle(readKind, job.KindOptions{Workers: 1, Timeout: runLimit}, func(ctx context.Context, _ job.Job) error { return s.ReadAll(ctx) })
	deps.Jobs.Every(readKind, readEvery, readKind)

	return s
}

// errBroken is that of a list that can't be the whole one.
var errBroken = errors.New("price list: more than half of the codes are missing")

// ReadAll reads the list of each supplier that has one. A list that can't be read is left out until the next time.
func (s *Service) ReadAll(ctx context.Context) error {
	for _, code := range s.deps.Suppliers.Codes() {
		if code == supplier.Sandbox {
			continue
		}

		list, err := s.ask(ctx, code)

		if errors.Is(err, supplier.ErrUnsupported) {
			continue
		}

		if err == nil {
			err = s.compare(ctx, code, list)
		}

		if stored := s.storeReading(ctx, code, len(list), err); stored != nil {
			return stored
		}

		if err != nil {
			s.deps.Log.LogAttrs(ctx, slog.LevelWarn, "price list of a supplier not taken", slog.String("supplier", code), slog.Any("error", err))
		}
	}

	return s.purge(ctx)
}

func (s *Service) ask(ctx context.Context, code string) (map[string]row, error) {
	ctx, cancel := context.WithTimeout(ctx, readLimit)
	defer cancel()

	guard, _ := s.deps.Suppliers.Get(code)

	rows, err := guard.PriceList(ctx)
	if err != nil {
		return nil, err
	}

	list := make(map[string]row, len(rows))

	for _, r := range rows {
		if sku := clean(r.SKU, longestSKU); sku == r.SKU { // another one could be mistaken for one of ours
			list[sku] = rowOf(r)
		}
	}

	return list, nil
}

func rowOf(r supplier.PriceRow) row {
	out := row{name: clean(r.Name, longestName), price: r.Price, state: rowInactive}

	if r.Postpaid {
		out.price = 0
	}

	if r.Active {
		out.state = rowActive
	}

	return out
}

func clean(text string, longest int) string {
	return safetext.ClipRunes(safetext.MakeStorable(text), longest)
}

// compare stores what changed in a list, and records costs.
func (s *Service) compare(ctx context.Context, code string, list map[string]row) error {
	before, err := readRows(ctx, s.deps.DB.Reader(), code)
	if err != nil {
		return err
	}

	if shrank(before, list) {
		return errBroken
	}

	for range tries {
		snap, err := s.deps.Catalog.Reload(ctx)
		if err != nil {
			return fmt.Errorf("price list of %s: %w", code, err)
		}

		byHand, err := s.deps.Catalog.LeastByHand(ctx)
		if err != nil {
			return fmt.Errorf("price list of %s: %w", code, err)
		}

		changes := judge(before, list, soldAt(snap, byHand, code), s.jump)

		err = s.store(ctx, code, before, list, changes, snap.Version())
		if !errors.Is(err, errMoved) {
			return err
		}
	}

	return errMoved
}

// errMoved means that the catalogue changed while a list was compared with it.
var errMoved = errors.New("price list: the catalogue changed meanwhile")

// soldAt are our prepaid products at a supplier. Prices by rule rise with the cost at the preferred supplier, so there those by hand alone count.
func soldAt(snap *catalog.Snapshot, byHand map[string]money.Rupiah, code string) []offer {
	out := []offer{}

	for p := range snap.All() {
		if p.Kind != catalog.Prepaid {
			continue
		}

		for i, k := range snap.SKUs(p.Code) {
			if k.Supplier != code {
				continue
			}

			one := offer{SKU: k, least: least(snap, p)}
			if i == 0 {
				one.least = catalog.MaxAmount
				if price, has := byHand[p.Code]; has {
					one.least = price
				}
			}

			out = append(out, one)
		}
	}

	return out
}

// least is what the client pays who pays least for a product.
func least(snap *catalog.Snapshot, p *catalog.Product) money.Rupiah {
	out := p.Price

	for _, price := range snap.ClientPricesOf(p.Code) {
		out = min(out, price)
	}

	return out
}

// store stores a list and what changed in it. Costs are recorded under the lock of the catalogue, if it is still at the version with which the
// list was compared.
func (s *Service) store(ctx context.Context, code string, before, list map[string]row, changes []Change, version int64) error {
	costs := map[string]money.Rupiah{}

	for _, c := range changes {
		if c.State == Applied {
			costs[c.Product] = c.After
		}
	}

	write := func(tx *db.Tx, now time.Time) error {
		if err := outdate(ctx, tx, code, changes, now); err != nil {
			return err
		}

		if err := storeChanges(ctx, tx, code, changes, now); err != nil {
			return err
		}

		return storeRows(ctx, tx, code, before, list)
	}

	if len(costs) == 0 {
		return s.deps.DB.Tx(ctx, func(tx *db.Tx) error { return write(tx, s.deps.Clock.Now()) })
	}

	return s.deps.Catalog.Edit(ctx, func(tx *db.Tx, now time.Time, next int64) error {
		if next != version+1 {
			return errMoved
		}

		by := catalog.By{Actor: audit.System, Reason: "Price list of " + code}
		if err := catalog.SetCostsTx(ctx, tx, now, code, costs, by); err != nil {
			return err
		}

		if err := write(tx, now); err != nil {
			return err
		}

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: audit.System, Action: "supplier.costs", Subject: "supplier:" + code, Detail: map[string]any{"costs": len(costs)},
		})
	})
}
