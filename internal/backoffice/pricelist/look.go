package pricelist

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"loket/internal/catalog"
	"loket/internal/platform/clock"
	"loket/internal/platform/money"
)

const (
	// shownChanges is how many changes are shown that don't wait.
	shownChanges = 50
	// shownClients is how many clients of a change are named.
	shownClients = 20
)

// Concern is a client who pays less than a new price.
type Concern struct {
	ClientID int64 // 0: all who pay the list price
	Price    money.Rupiah
}

// Open is a change that waits for a person.
type Open struct {
	Record

	Concerns []Concern // at most 20
	Clients  int       // how many have a price of their own that is below
}

// Changes returns those of a supplier that wait for a person, the oldest first, and the last ones that don't, the newest first.
func (s *Service) Changes(ctx context.Context, code string) ([]Open, []Record, error) {
	q := s.deps.DB.Reader()

	waiting, err := readChanges(ctx, q, "supplier = $1 AND state = 'waiting' ORDER BY id", code)
	if err != nil {
		return nil, nil, err
	}

	others, err := readChanges(ctx, q, "supplier = $1 AND state <> 'waiting' ORDER BY id DESC LIMIT $2", code, int64(shownChanges))
	if err != nil {
		return nil, nil, err
	}

	snap, err := s.deps.Catalog.Snapshot(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("changes of prices: %w", err)
	}

	open := make([]Open, len(waiting))
	for i, c := range waiting {
		open[i] = concerns(snap, c)
	}

	return open, others, nil
}

func concerns(snap *catalog.Snapshot, c Record) Open {
	out := Open{Record: c, Concerns: []Concern{}}

	if p, ok := snap.Product(c.Product); ok && p.Price < c.After {
		out.Concerns = append(out.Concerns, Concern{Price: p.Price})
	}

	own := snap.ClientPricesOf(c.Product)

	for _, client := range slices.Sorted(maps.Keys(own)) {
		if own[client] >= c.After {
			continue
		}

		if out.Clients++; len(out.Concerns) < shownClients {
			out.Concerns = append(out.Concerns, Concern{client, own[client]})
		}
	}

	return out
}

// Waiting counts the changes of configured suppliers that wait for a person, and returns since when the oldest one does; zero without one.
func (s *Service) Waiting(ctx context.Context) (count int, oldest time.Time, err error) {
	waiting, err := readChanges(ctx, s.deps.DB.Reader(), "state = 'waiting' ORDER BY id")

	for _, c := range waiting {
		if _, is := s.deps.Suppliers.Get(c.Supplier); !is {
			continue
		}

		if count++; count == 1 {
			oldest = c.SeenAt
		}
	}

	return count, oldest, err
}

// Last returns how the last reading of a supplier's list went.
func (s *Service) Last(ctx context.Context, code string) (Reading, error) {
	var (
		out   Reading
		at    int64
		taken sql.NullInt64
	)

	err := s.deps.DB.Reader().QueryRow(ctx, "SELECT read_at, failure, listed, taken_at FROM supplier_price_lists WHERE supplier = $1", code).
		Scan(&at, &out.Failure, &out.Rows, &taken)

	switch {
	case errors.Is(err, sql.ErrNoRows):
		return out, nil
	case err != nil:
		return out, fmt.Errorf("last reading of the price list of %s: %w", code, err)
	}

	out.At = clock.FromMicros(at)
	if taken.Valid {
		out.TakenAt = clock.FromMicros(taken.Int64)
	}

	return out, nil
}

// Only is which SKUs are shown.
type Only string

// The choices of Only.
const (
	All       Only = ""
	Above     Only = "above"    // the last price seen is above the recorded cost
	BelowCost Only = "below"    // the list price is below the recorded cost
	NotSold   Only = "not_sold" // the supplier lists it as off, or doesn't list it
)

// SKU is one of our products at a supplier.
type SKU struct {
	catalog.SKU

	Name     string
	Price    money.Rupiah  // the list price
	Prepaid  bool          // others have no cost
	LastSeen *money.Rupiah // in the supplier's list; nil where it has none
	Listed   string        // active, inactive, gone; empty before the first list
	Of       int           // how many suppliers sell the product
	Problem  bool          // of the product
	On       bool          // the product is on sale
}

// SKUs are our products at a supplier that match a search, and how many of them each choice has.
type SKUs struct {
	List   []SKU // of one page
	Total  int   // of all pages
	Counts map[Only]int
}

// SKUs returns one page of our products at a supplier by code. The first page is 1.
func (s *Service) SKUs(ctx context.Context, code, search string, only Only, page, perPage int) (SKUs, error) {
	snap, err := s.deps.Catalog.Snapshot(ctx)
	if err != nil {
		return SKUs{}, fmt.Errorf("products at %s: %w", code, err)
	}

	rows, err := readRows(ctx, s.deps.DB.Reader(), code)
	if err != nil {
		return SKUs{}, err
	}

	out := SKUs{List: []SKU{}, Counts: map[Only]int{}}
	first, words := (page-1)*perPage, strings.Fields(strings.ToLower(search))

	for p, text := range snap.All() {
		for _, k := range snap.SKUs(p.Code) {
			if k.Supplier != code || !containsAll(text+"\n"+strings.ToLower(k.Code), words) {
				continue
			}

			one := skuOf(snap, p, k, rows)

			for _, choice := range []Only{All, Above, BelowCost, NotSold} {
				if !one.is(choice) {
					continue
				}

				out.Counts[choice]++

				if at := out.Counts[choice] - 1; choice == only && at >= first && len(out.List) < perPage {
					out.List = append(out.List, one)
				}
			}
		}
	}

	out.Total = out.Counts[only]

	return out, nil
}

func skuOf(snap *catalog.Snapshot, p *catalog.Product, k catalog.SKU, rows map[string]row) SKU {
	out := SKU{
		SKU: k, Name: p.Name, Price: p.Price, Prepaid: p.Kind == catalog.Prepaid, Of: len(snap.SKUs(p.Code)), Problem: p.Problem, On: p.Active,
	}

	if r, listed := rows[k.Code]; listed {
		out.Listed = string(r.state)

		if out.Prepaid && r.state != rowGone {
			out.LastSeen = &r.price
		}
	}

	return out
}

func (k SKU) is(choice Only) bool {
	switch choice {
	case Above:
		return k.LastSeen != nil && *k.LastSeen > k.Cost
	case BelowCost:
		return k.Prepaid && k.Price < k.Cost
	case NotSold:
		return k.Listed == string(rowInactive) || k.Listed == string(rowGone)
	case All:
	}

	return true
}

func containsAll(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}

	return true
}
