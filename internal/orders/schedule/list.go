package schedule

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// shownDestinations is the number of destinations beside each order of a list.
const shownDestinations = 10

// Filter selects scheduled orders; zero values select all.
type Filter struct {
	OperatorType string
	Status       Status
	WaitsFor     Wait
	SeriesID     int64
	Name         string // part of the name
	Sort         Sort
	From, To     time.Time // of ScheduledAt; both included
	Page         int       // from 1
	PerPage      int
}

// Sort is an order of the list.
type Sort string

// The orders of the list. A minus is the greatest first.
const (
	SortRunning       Sort = "running" // running ones first, then the last scheduled first: without a choice
	SortScheduled     Sort = "scheduledAt"
	SortLastScheduled Sort = "-scheduledAt"
	SortCreated       Sort = "createdAt"
	SortLastCreated   Sort = "-createdAt"
	SortName          Sort = "name"
	SortLastName      Sort = "-name"
)

func (s Sort) columns() string {
	switch s {
	case SortRunning:
	case SortScheduled:
		return "s.scheduled_at, s.id"
	case SortLastScheduled:
		return "s.scheduled_at DESC, s.id DESC"
	case SortCreated:
		return "s.created_at, s.id"
	case SortLastCreated:
		return "s.created_at DESC, s.id DESC"
	case SortName:
		return "LOWER(s.name), s.id"
	case SortLastName:
		return "LOWER(s.name) DESC, s.id DESC"
	}

	return "CASE WHEN s.executed_at IS NOT NULL AND s.ended_at IS NULL THEN 0 ELSE 1 END, s.scheduled_at DESC, s.id DESC"
}

// List returns a page of a client's scheduled orders and the number of all.
func (s *Service) List(ctx context.Context, clientID int64, f Filter) ([]Order, int, error) {
	var w db.Where
	w.Add("s.client_id = ", clientID)

	if f.OperatorType != "" {
		w.Add("s.operator_type = ", f.OperatorType)
	}

	if f.Status != "" {
		w.Add("s.status = ", string(f.Status))
	}

	if f.WaitsFor != "" {
		w.Add("s.waits_for = ", string(f.WaitsFor))
	}

	if f.SeriesID != 0 {
		w.Add("s.series_id = ", f.SeriesID)
	}

	if f.Name != "" {
		w.Condition(w.Containing("LOWER(s.name)", f.Name))
	}

	if !f.From.IsZero() {
		w.Add("s.scheduled_at >= ", clock.Micros(f.From))
	}

	if !f.To.IsZero() {
		w.Add("s.scheduled_at <= ", clock.Micros(f.To))
	}

	var total int
	if err := s.deps.DB.Reader().QueryRow(ctx, "SELECT COUNT(*) FROM scheduled_orders s WHERE "+w.Text(), w.Args...).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("count the scheduled orders of client %d: %w", clientID, err)
	}

	text := "SELECT " + orderColumns + orderTables + "WHERE " + w.Text() + " ORDER BY " + f.Sort.columns() + " LIMIT " + w.Arg(f.PerPage) +
		" OFFSET " + w.Arg((f.Page-1)*f.PerPage)

	rows, err := s.deps.DB.Reader().Query(ctx, text, w.Args...)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Order, error) { return scanOrder(row) })
	if err != nil {
		return nil, 0, fmt.Errorf("list the scheduled orders of client %d: %w", clientID, err)
	}

	return list, total, s.addLists(ctx, clientID, list, shownDestinations)
}

// Get finds a scheduled order of a client with all its destinations, or fault.ErrNotFound.
func (s *Service) Get(ctx context.Context, clientID, id int64) (Order, error) {
	o, err := getTx(ctx, s.deps.DB.Reader(), clientID, id, "")
	if err != nil {
		return Order{}, err
	}

	list := []Order{o}
	err = s.addLists(ctx, clientID, list, MaxLines)

	return list[0], err
}

// Progress finds a scheduled order without its destinations, or fault.ErrNotFound.
func (s *Service) Progress(ctx context.Context, clientID, id int64) (Order, error) {
	return getTx(ctx, s.deps.DB.Reader(), clientID, id, "")
}

// addLists adds the first destinations of scheduled orders, and the orders that retry their lines.
func (s *Service) addLists(ctx context.Context, clientID int64, list []Order, most int) error {
	if len(list) == 0 {
		return nil
	}

	at := make(map[int64]*Order, len(list))
	ids := make([]int64, len(list))

	for i := range list {
		at[list[i].ID], ids[i] = &list[i], list[i].ID
	}

	text, err := json.Marshal(ids)
	if err != nil {
		return fmt.Errorf("list scheduled orders: %w", err)
	}

	among := "(SELECT CAST(k.value AS BIGINT) FROM " + s.deps.DB.Engine().List("$1") + " k)"

	err = s.deps.DB.Read(ctx, "SELECT scheduled_order_id, destination_no FROM scheduled_lines WHERE client_id = $2 AND scheduled_order_id IN "+among+
		" AND line <= $3 ORDER BY scheduled_order_id, line", []any{string(text), clientID, most}, func(row db.Row) error {
		var (
			id int64
			no db.Text
		)

		if err := row.Scan(&id, &no); err != nil {
			return err
		}

		at[id].Destinations = append(at[id].Destinations, string(no))

		return nil
	})
	if err != nil {
		return fmt.Errorf("read destinations: %w", err)
	}

	err = s.deps.DB.Read(ctx, "SELECT retry_of_id, id FROM scheduled_orders WHERE client_id = $2 AND retry_of_id IN "+among+" ORDER BY id", []any{string(text), clientID},
		func(row db.Row) error {
			var of, id int64

			err := row.Scan(&of, &id)
			if o := at[of]; err == nil && o != nil {
				o.RetriedBy = append(o.RetriedBy, id)
			}

			return err
		})
	if err != nil {
		return fmt.Errorf("read retries: %w", err)
	}

	return nil
}
