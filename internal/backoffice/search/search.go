// Package search finds what a member of staff has in hand: one box over orders, clients, users, invoices, virtual accounts and transfers.
package search

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"loket/internal/identity"
	"loket/internal/orders/order"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/required"
	"loket/internal/platform/safetext"
)

// Kind is what a hit is.
type Kind string

// The kinds, in the order in which hits are listed.
const (
	Order          Kind = "order"
	Client         Kind = "client"
	User           Kind = "user"
	Invoice        Kind = "invoice"
	VirtualAccount Kind = "virtual_account"
	Transfer       Kind = "transfer"
)

const (
	// MaxText is the longest text that is searched for, in bytes.
	MaxText = 100
	most    = 20 // hits of a kind
)

// Hit is one thing that was found.
type Hit struct {
	Kind     Kind
	ID       string
	ClientID int64
	Title    string // its name
	Text     string // what tells it from others
}

// Deps are what a Service works with. All are needed.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Identity *identity.Service
	Orders   *order.Service
}

// Service searches. It is safe for concurrent use.
type Service struct{ deps Deps }

// New makes a service.
func New(deps Deps) *Service {
	required.Fields(deps)

	return &Service{deps}
}

// Find returns what a text names, exact ids first, as far as the caller may see it. An empty text finds nothing.
func (s *Service) Find(ctx context.Context, p *identity.Principal, text string) ([]Hit, error) {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > MaxText || !safetext.Storable(text) {
		return []Hit{}, nil
	}

	clients, err := s.deps.Identity.Clients(ctx)
	if err != nil {
		return nil, err
	}

	hits := []Hit{}

	for _, part := range []struct {
		needs identity.Permission
		find  func() ([]Hit, error)
	}{
		{identity.OrderDetail, func() ([]Hit, error) { return s.orders(ctx, clients, text) }},
		{identity.ClientList, func() ([]Hit, error) { return ofClients(clients, text), nil }},
		{identity.ClientList, func() ([]Hit, error) { return s.users(ctx, text) }},
		{identity.DepositClient, func() ([]Hit, error) { return s.invoices(ctx, text) }},
		{identity.DepositClient, func() ([]Hit, error) { return s.accounts(ctx, text) }},
		{identity.DepositClient, func() ([]Hit, error) { return s.transfers(ctx, text) }},
	} {
		if p.Require(part.needs) != nil {
			continue
		}

		found, err := part.find()
		if err != nil {
			return nil, err
		}

		hits = append(hits, found[:min(len(found), most)]...)
	}

	return hits, nil
}

func (s *Service) orders(ctx context.Context, clients []identity.Client, text string) ([]Hit, error) {
	if d, ok := readDay(text, s.deps.Clock.Now()); ok {
		return s.ordersOfDay(ctx, clients, d)
	}

	list, err := s.deps.Orders.StaffSearch(ctx, idsOf(clients), text)
	if err != nil {
		return nil, fmt.Errorf("search orders: %w", err)
	}

	return orderHits(list), nil
}

// transfers finds transfers by their amount and day; nothing by other texts.
func (s *Service) transfers(ctx context.Context, text string) ([]Hit, error) {
	if d, ok := readDay(text, s.deps.Clock.Now()); ok && d.amount > 0 {
		return s.transfersOfDay(ctx, d)
	}

	return nil, nil
}

// ofClients finds clients by their number or code, or by a part of their name.
func ofClients(clients []identity.Client, text string) []Hit {
	var exact, parts []Hit

	small := strings.ToLower(text)

	for _, c := range clients {
		hit := Hit{Client, strconv.FormatInt(c.ID, 10), c.ID, c.Name, c.Code}

		switch {
		case hit.ID == text || c.Code == small:
			exact = append(exact, hit)
		case strings.Contains(strings.ToLower(c.Name), small), strings.Contains(strings.ToLower(c.LegalName), small):
			parts = append(parts, hit)
		}
	}

	return append(exact, parts...)
}

func (s *Service) users(ctx context.Context, text string) ([]Hit, error) {
	list, err := s.deps.Identity.FindUsers(ctx, text, most)
	if err != nil {
		return nil, err
	}

	hits := make([]Hit, len(list))
	for i, u := range list {
		hits[i] = Hit{User, strconv.FormatInt(u.ID, 10), u.ClientID, u.FullName, u.Username}
	}

	return hits, nil
}

func (s *Service) invoices(ctx context.Context, text string) ([]Hit, error) {
	return s.one(ctx, Invoice, `SELECT id, client_id, invoice_no, due_on FROM invoices WHERE invoice_no = $1 AND client_id < $2`,
		strings.ToUpper(text), int64(clientid.FirstSandbox))
}

func (s *Service) accounts(ctx context.Context, text string) ([]Hit, error) {
	return s.one(ctx, VirtualAccount, `SELECT id, client_id, account_no, wallet_type FROM virtual_accounts WHERE account_no = $1`,
		strings.ReplaceAll(text, " ", ""))
}

// one finds the row of a unique number, in a table that is on one server for all clients.
func (s *Service) one(ctx context.Context, kind Kind, text string, args ...any) ([]Hit, error) {
	var id int64

	hit := Hit{Kind: kind}

	err := s.deps.DB.Reader().QueryRow(ctx, text, args...).Scan(&id, &hit.ClientID, &hit.Title, &hit.Text)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}

	if err != nil {
		return nil, fmt.Errorf("search %s: %w", kind, err)
	}

	hit.ID = strconv.FormatInt(id, 10)

	return []Hit{hit}, nil
}
