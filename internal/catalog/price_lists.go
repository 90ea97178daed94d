package catalog

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// ChangeQuery selects changes of prices and costs.
type ChangeQuery struct {
	Product   string // empty: all
	Status    ChangeStatus
	NoClients bool // leaves the own prices of clients out
	Skip      int
	Limit     int
}

// PriceChanges returns changes of prices and costs of all clients: those to come in the order in which they take effect, others newest first.
// It also returns how many there are.
func (s *Service) PriceChanges(ctx context.Context, q ChangeQuery) ([]PriceChange, int, error) {
	if err := s.applyPast(ctx); err != nil {
		return nil, 0, err
	}

	where, args := []string{"status = $1"}, []any{string(q.Status)}

	if q.Product != "" {
		args = append(args, q.Product)
		where = append(where, "product_code = $"+strconv.Itoa(len(args)))
	}

	if q.NoClients {
		where = append(where, "client_id IS NULL")
	}

	order := "effective_at DESC, id DESC"
	if q.Status == Scheduled {
		order = "effective_at, id"
	}

	from := " FROM price_changes WHERE " + strings.Join(where, " AND ")
	total := 0

	if err := s.db.Reader().QueryRow(ctx, "SELECT COUNT(*)"+from, args...).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("count changes of prices: %w", err)
	}

	rows, err := s.db.Reader().Query(ctx, fmt.Sprintf("SELECT %s%s ORDER BY %s LIMIT %d OFFSET %d", changeColumns, from, order, q.Limit, q.Skip), args...)

	list, err := db.Collect(rows, err, scanChange)
	if err != nil {
		return nil, 0, fmt.Errorf("changes of prices: %w", err)
	}

	return list, total, nil
}

// OwnPrice is a price of a client's own beside the list price.
type OwnPrice struct {
	Product Product
	Price   money.Rupiah
	Cost    *money.Rupiah // recorded at the preferred supplier; nil without one
}

// OwnPricesOf returns the own prices of a client in the order of products.
func (s *Snapshot) OwnPricesOf(clientID int64) []OwnPrice {
	list := []OwnPrice{}

	for _, p := range s.ordered {
		price, ok := s.own.of(clientID, p.Code)
		if !ok {
			continue
		}

		one := OwnPrice{Product: p, Price: price}
		if skus := s.skus[p.Code]; len(skus) > 0 {
			one.Cost = &skus[0].Cost
		}

		list = append(list, one)
	}

	return list
}

// PriceChange returns a change of a price or cost. Error: fault.ErrNotFound.
func (s *Service) PriceChange(ctx context.Context, id int64) (PriceChange, error) {
	rows, err := s.db.Reader().Query(ctx, "SELECT "+changeColumns+" FROM price_changes WHERE id = $1", id)

	list, err := db.Collect(rows, err, scanChange)
	if err != nil {
		return PriceChange{}, fmt.Errorf("read change %d: %w", id, err)
	}

	if len(list) == 0 {
		return PriceChange{}, fault.ErrNotFound.New()
	}

	return list[0], nil
}
