package storefront

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/money"
)

// simulatedDays is the length of the period whose orders a simulation takes, up to yesterday.
const simulatedDays = 30

// maxSimulated is the most SKUs that a simulation names.
const maxSimulated = 100

// Earnings is what orders would have earned with three pricings: the one that holds, the recommended prices, and a new one.
type Earnings struct {
	Orders                int
	Now, Recommended, New money.Rupiah
}

func (e *Earnings) add(o Earnings) {
	e.Orders += o.Orders
	e.Now, e.Recommended, e.New = e.Now+o.Now, e.Recommended+o.Recommended, e.New+o.New
}

// SimulatedSKU is a SKU with its price under a new pricing.
type SimulatedSKU struct {
	SKU

	New    money.Rupiah
	Orders int
}

// Simulation compares a new pricing with the one that holds, on the delivered orders of the client's shop of the last 30 days at today's net
// prices.
type Simulation struct {
	Earnings

	From, To clock.Day
	ByType   []TypeEarned
	SKUs     []SimulatedSKU // the most sold first, at most 100
	Count    int            // of SKUs that would be priced anew
	LeftOut  []SKU          // recommended below net
}

// TypeEarned is what the orders of one operator type would have earned.
type TypeEarned struct {
	Earnings

	Type string
}

// Simulate computes what a pricing would have earned. codes nil means all SKUs. zone is the client's, for the days. Errors:
// fault.ErrValidation, and ErrPricing if a SKU would be sold below its net price.
func (s *Service) Simulate(ctx context.Context, clientID int64, zone *time.Location, codes []string, p Pricing) (Simulation, error) {
	if err := p.check(); err != nil {
		return Simulation{}, err
	}

	list, err := s.skusOfCodesOrAll(ctx, clientID, codes)
	if err != nil {
		return Simulation{}, err
	}

	list, left, err := priceable(list, p)
	if err != nil {
		return Simulation{}, err
	}

	today := clock.DayOf(s.deps.Clock.Now().In(zone))
	sim := Simulation{From: today.AddDays(-simulatedDays), To: today.AddDays(-1), Count: len(list), LeftOut: left}

	sold, err := s.soldIn(ctx, clientID, sim.From.Start(zone), today.Start(zone))
	if err != nil {
		return Simulation{}, fmt.Errorf("simulate prices of client %d: %w", clientID, err)
	}

	byType := map[string]*TypeEarned{}

	for _, k := range list {
		one := SimulatedSKU{k, p.Price(k.Net, k.Product.RecommendedPrice), sold[k.Product.Code]}
		n := money.Rupiah(one.Orders)
		recommended := Pricing{Type: Recommended}.Price(k.Net, k.Product.RecommendedPrice)
		earned := Earnings{one.Orders, n * k.Margin(), n * (recommended - k.Net), n * (one.New - k.Net)}

		sim.add(earned)
		sim.SKUs = append(sim.SKUs, one)

		if byType[k.Operator.Type] == nil {
			byType[k.Operator.Type] = &TypeEarned{Type: k.Operator.Type}
		}

		byType[k.Operator.Type].add(earned)
	}

	for _, t := range byType {
		sim.ByType = append(sim.ByType, *t)
	}

	slices.SortFunc(sim.ByType, func(a, b TypeEarned) int { return cmp.Or(cmp.Compare(b.Orders, a.Orders), cmp.Compare(a.Type, b.Type)) })
	slices.SortStableFunc(sim.SKUs, func(a, b SimulatedSKU) int { return cmp.Compare(b.Orders, a.Orders) })
	sim.SKUs = sim.SKUs[:min(len(sim.SKUs), maxSimulated)]

	return sim, nil
}

// soldOrders keeps what clients sold until a day, since each key that a user types into the dialog asks for it.
type soldOrders struct {
	mu   sync.Mutex
	list map[int64]soldUntil
}

type soldUntil struct {
	end  time.Time
	sold map[string]int // by product code
}

// soldIn counts the successful orders of a client by product. Counted once for a day.
func (s *Service) soldIn(ctx context.Context, clientID int64, from, end time.Time) (map[string]int, error) {
	s.sold.mu.Lock()
	kept, ok := s.sold.list[clientID]
	s.sold.mu.Unlock()

	if ok && kept.end.Equal(end) {
		return kept.sold, nil
	}

	sold, err := s.deps.Orders.Sold(ctx, clientID, from, end)
	if err != nil {
		return nil, err
	}

	s.sold.mu.Lock()
	defer s.sold.mu.Unlock()

	if len(s.sold.list) >= maxPriced || s.sold.list == nil {
		s.sold.list = map[int64]soldUntil{}
	}

	s.sold.list[clientID] = soldUntil{end, sold}

	return sold, nil
}
