package exclusions

import (
	"cmp"
	"context"
	"slices"

	"loket/internal/identity"
	"loket/internal/orders/routing"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/supplier"
)

// Row is an exclusion as staff see it.
type Row struct {
	routing.SKUKey
	Exclusion

	// Tried are the purchases of the trial that ended.
	Tried routing.Result
}

// List returns the settings, and what is off, in a trial or may never be switched off, by supplier and product.
func (s *Service) List(ctx context.Context) (Settings, []Row, error) {
	q := s.deps.DB.Reader()

	settings, err := readSettings(ctx, q)
	if err != nil {
		return Settings{}, nil, err
	}

	list, err := read(ctx, q)
	if err != nil {
		return Settings{}, nil, err
	}

	out := []Row{}

	for k, one := range list {
		if one.isOn() || !s.knows(k.Supplier) {
			continue
		}

		row := Row{SKUKey: k, Exclusion: one}

		if one.State == Trial {
			if row.Tried, err = routing.SKUResultSince(ctx, q, k, one.Since); err != nil {
				return Settings{}, nil, err
			}
		}

		out = append(out, row)
	}

	slices.SortFunc(out, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Supplier, b.Supplier), cmp.Compare(a.Product, b.Product))
	})

	return settings, out, nil
}

// Whole are the exclusions of whole suppliers that are off or in a trial, by supplier; count is how many there are with those of products.
func (s *Service) Whole(ctx context.Context) (whole map[string]State, count int, err error) {
	list, err := read(ctx, s.deps.DB.Reader())
	if err != nil {
		return nil, 0, err
	}

	whole = map[string]State{}

	for k, one := range list {
		if one.State != Off && one.State != Trial || !s.knows(k.Supplier) {
			continue
		}

		count++

		if k.Product == "" {
			whole[k.Supplier] = one.State
		}
	}

	return whole, count, nil
}

func (s *Service) knows(code string) bool {
	_, ok := s.deps.Suppliers.Get(code)

	return ok && code != supplier.Sandbox
}

// Action is what staff do with an exclusion.
type Action string

// The actions.
const (
	End    Action = "end"    // it is on again at once, and may be switched off by later results
	Forbid Action = "forbid" // as End, and the system never switches it off; of a whole supplier also none of its products
	Allow  Action = "allow"  // ends Forbid
)

// Act does what staff want with an exclusion. Results from before don't count any more. A supplier may be forbidden before anything was switched
// off. Errors: fault.ErrNotFound where there is nothing to do it with, fault.ErrValidation.
func (s *Service) Act(ctx context.Context, by identity.By, k routing.SKUKey, action Action) error {
	if !s.knows(k.Supplier) {
		return fault.ErrNotFound.New()
	}

	if err := by.Check(nil); err != nil {
		return err
	}

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		if _, err := db.NextSequence(ctx, tx, sequence); err != nil {
			return err
		}

		list, err := read(ctx, tx)
		if err != nil {
			return err
		}

		now := s.deps.Clock.Now()
		before, known := list[k]

		states := map[Action][]State{End: {Off, Trial}, Forbid: {Off, Trial, On}, Allow: {Never}}[action]
		if !slices.Contains(states, before.State) && (action != Forbid || known || k.Product != "") {
			return fault.ErrNotFound.New()
		}

		next := Exclusion{State: On, Since: now, Reason: by.Reason, ChangedBy: by.Actor}
		if action == Forbid {
			next.State = Never
		}

		return change{SKUKey: k, Exclusion: next, before: before, why: by.Reason, address: by.Address}.storeTx(ctx, tx, now)
	})
	if err != nil {
		return err
	}

	return s.Follow(context.WithoutCancel(ctx))
}
