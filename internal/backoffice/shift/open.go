package shift

import (
	"context"
	"strconv"

	"loket/internal/identity"
	"loket/internal/orders/order"
	"loket/internal/platform/approval"
)

func (s *Service) reviews(ctx context.Context) ([]Item, bool, error) {
	list, more, err := s.deps.Orders.Reviews(ctx, mostOfAKind)
	items := make([]Item, len(list))

	for i, r := range list {
		items[i] = Item{Kind: Review, ID: order.FormatID(r.OrderID), ClientID: r.ClientID, About: r.Kind, Since: r.CreatedAt}
	}

	return items, more, err
}

// complaints have the ids of their orders.
func (s *Service) complaints(ctx context.Context) ([]Item, bool, error) {
	list, more, err := s.deps.Complaints.Queue(ctx, mostOfAKind)
	items := make([]Item, len(list))

	for i, c := range list {
		items[i] = Item{Kind: Complaint, ID: order.FormatID(c.OrderID), ClientID: c.ClientID, About: string(c.Reason), Since: c.OpenedAt}
	}

	return items, more, err
}

func (s *Service) suspense(ctx context.Context) ([]Item, bool, error) {
	list, more, err := s.deps.Topups.ListSuspense(ctx, mostOfAKind)
	items := make([]Item, len(list))

	for i, t := range list {
		items[i] = Item{Kind: Suspense, ID: format(t.ID), ClientID: t.ClientID, About: t.BankCode + " " + t.AccountNo, Amount: int64(t.Amount), Since: t.ReceivedAt}
	}

	return items, more, err
}

func (s *Service) requests(ctx context.Context) ([]Item, bool, error) {
	list, err := s.deps.Topups.Requests(ctx)
	items := make([]Item, 0, min(len(list), mostOfAKind))

	for _, r := range list[:min(len(list), mostOfAKind)] {
		items = append(items, Item{Kind: Request, ID: format(r.ID), ClientID: r.ClientID, About: string(r.WalletType), Amount: int64(r.Amount), Since: r.CreatedAt})
	}

	return items, len(list) > mostOfAKind, err
}

// overdue lists the invoices whose last day is over; AllOpen has those due first.
func (s *Service) overdue(ctx context.Context) ([]Item, bool, error) {
	list, err := s.deps.Invoices.AllOpen(ctx, mostOfAKind+1)
	items := []Item{}

	for i := range list[:min(len(list), mostOfAKind)] {
		if one := &list[i]; one.DueAt.Before(s.deps.Clock.Now()) {
			items = append(items, Item{Kind: Invoice, ID: format(one.ID), ClientID: one.ClientID, About: one.No, Amount: int64(one.Outstanding()), Since: one.DueAt})
		}
	}

	return items, len(list) > mostOfAKind && len(items) == mostOfAKind, err
}

func (s *Service) dead(ctx context.Context) ([]Item, bool, error) {
	list, err := s.deps.Jobs.Dead(ctx, "", 0, mostOfAKind+1)
	items := make([]Item, 0, min(len(list), mostOfAKind))

	for _, j := range list[:min(len(list), mostOfAKind)] {
		items = append(items, Item{Kind: Job, ID: format(j.ID), About: j.Kind, Since: j.DiedAt})
	}

	return items, len(list) > mostOfAKind, err
}

// approvals are those that the caller may see.
func (s *Service) approvals(ctx context.Context, p *identity.Principal) ([]Item, bool, error) {
	list, next, err := s.deps.Decisions.List(ctx, p, approval.Query{Status: approval.Waiting, Limit: mostOfAKind})
	items := make([]Item, len(list))

	for i, a := range list {
		items[i] = Item{Kind: Approval, ID: format(a.ID), ClientID: a.ClientID, About: a.Kind, Since: a.RequestedAt}
	}

	return items, next != 0, err
}

func format(id int64) string { return strconv.FormatInt(id, 10) }
