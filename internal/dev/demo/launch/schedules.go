package launch

import (
	"context"
	"errors"
	"fmt"
	"time"

	"loket/internal/dev/demo"
	"loket/internal/orders/contact"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/orders/schedule"
	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
	"loket/internal/supplier"
)

const (
	// demoScheduledWeek is the week of the settlement in which a scheduled order paid the bills.
	demoScheduledWeek = 2
	demoBills         = "PLNPOST"
)

// demoUser is the root user of the demo's main client, who makes its scheduled orders.
func (a seeder) demoUser(ctx context.Context) (id int64, err error) {
	err = a.DB.Reader().QueryRow(ctx, "SELECT id FROM users WHERE client_id = $1 AND username = 'root'", int64(demo.MainClient)).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("find the demo's user: %w", err)
	}

	return id, nil
}

// demoOrder is a scheduled order of the demo's main client.
func demoOrder(user int64, name, product string, destinations ...string) schedule.CreateInput {
	return schedule.CreateInput{
		ClientID: demo.MainClient, UserID: user, PIN: secret.Text(demo.PIN), Name: name, ProductCode: product, Destinations: destinations,
		Actor: fmt.Sprintf("user:%d", user),
	}
}

// demoOrders pays the bills of a scheduled order in the past: the first two by the limit, the others are refused.
type demoOrders struct{ past *demoPast }

// PlaceMany implements schedule.Orders.
func (d demoOrders) PlaceMany(ctx context.Context, requests []placing.Request) []placing.Result {
	refusals := []error{nil, nil, placing.ErrBill.Msg(supplier.ReasonNoBill.Message()), placing.ErrBill.Msg(supplier.ReasonNumberWrong.Message())}
	results := make([]placing.Result, len(requests))

	for i, r := range requests {
		if results[i].Err = refusals[i%len(refusals)]; results[i].Err != nil {
			continue
		}

		o := order.Order{Price: demoPrice(demoScheduledWeek, int64(i))}
		if o.ID, results[i].Err = d.past.order(ctx, r.ClientRef, r.DestinationNo, o.Price); results[i].Err == nil {
			results[i].Placed.Order = o
		}
	}

	return results
}

var errDemoRun = errors.New("the demo's scheduled order doesn't end")

// runScheduled makes a scheduled order in the past and runs it: two bills are paid, one was paid already, one has a wrong
// number. It takes two days, as the orders of another week.
func (p *demoPast) runScheduled(ctx context.Context) error {
	began := p.clock.Now()

	n := demoOrder(p.user, "Branch electricity", demoBills, "512345678904", "512345678905", "512345678909", "512345678911")
	n.At = began.Truncate(5 * time.Minute).Add(15 * time.Minute)

	o, err := p.schedules.Create(ctx, n)
	if err != nil {
		return err
	}

	p.clock.Advance(n.At.Sub(began))

	if _, _, err := p.schedules.Run(ctx, demo.MainClient, o.ID); err != nil {
		return err
	}

	if err := p.events.Drain(ctx); err != nil {
		return err
	}

	if o, err = p.schedules.Get(ctx, demo.MainClient, o.ID); err == nil && o.EndedAt.IsZero() {
		err = errDemoRun
	}

	p.clock.Advance(began.Add(2 * day).Sub(p.clock.Now()))

	return err
}

// seedSchedules makes two scheduled orders that wait for their moments: a monthly one, and one next week.
func (a seeder) seedSchedules(ctx context.Context, user int64) error {
	zone, err := clock.Zone("")
	if err != nil {
		return err
	}

	snap, err := a.Catalog.Snapshot(ctx)
	if err != nil {
		return err
	}

	monthly := demoOrder(user, "Sales team credit", "TSEL50", "081234567010", "081234567020", "081234567030", "081234567040", "081234567050")
	once := demoOrder(user, "Warehouse tokens", "PLN100", "14012345610", "14012345620", "14012345630")

	today := clock.DayOf(a.Clock.Now().In(zone))
	month := clock.Day{Year: today.Year, Month: today.Month + 1, Day: 1}

	monthly.At, monthly.Monthly, monthly.EndsAt = month.At(8*60, zone), true, clock.Day{Year: today.Year, Month: today.Month + 6, Day: 1}.Start(zone)
	once.At = today.AddDays(7).At(9*60, zone)

	for _, n := range []schedule.CreateInput{monthly, once} {
		p, found := snap.Product(n.ProductCode)
		if !found {
			return fault.ErrNotFound.New()
		}

		n.ExpectedTotal = new(snap.Price(demo.MainClient, p) * money.Rupiah(len(n.Destinations)))

		if _, err := a.Schedules.Create(ctx, n); err != nil {
			return fmt.Errorf("make the demo's scheduled orders: %w", err)
		}
	}

	return a.seedContacts(ctx, user)
}

// seedContacts saves numbers of the demo's scheduled orders, and some others, with names.
func (a seeder) seedContacts(ctx context.Context, user int64) error {
	by := contact.By{ClientID: demo.MainClient, Actor: fmt.Sprintf("user:%d", user)}

	for i, c := range [][2]string{
		{"Andi Pratama", "081234567010"},
		{"Dewi Lestari", "081234567020"},
		{"Rahmat Hidayat", "081234567030"},
		{"Siti Nurhaliza", "081234567040"},
		{"Agus Salim", "081234567050"},
		{"Putri Wulandari", "081390447120"},
		{"Bayu Saputra", "085211906673"},
		{"Yuni Kartika", "081177880031"},
		{"Gudang Cikarang", "14012345610"},
		{"Gudang Tangerang", "14012345620"},
		{"Cabang Bandung", "512345678904"},
		{"Cabang Surabaya", "512345678905"},
	} {
		_, err := a.Contacts.Create(ctx, by, contact.Input{Code: fmt.Sprintf("EMP-%04d", i+1), Name: c[0], DestinationNo: c[1]})
		if err != nil {
			return fmt.Errorf("make the demo's contacts: %w", err)
		}
	}

	return nil
}
