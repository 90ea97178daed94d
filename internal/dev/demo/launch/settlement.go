package launch

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"log/slog"
	"strings"
	"time"

	"loket/internal/dev/demo"
	"loket/internal/money/invoice"
	"loket/internal/money/settlement"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/orders/schedule"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/fault"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
)

// The settlement of the demo's main client.
const (
	demoLimit = money.Rupiah(25_000_000)
	demoCap   = money.Rupiah(50_000_000)
	// demoWeeks are the closed periods of the demo; a period ends on Monday.
	demoWeeks = 5
	// demoNode is in the ids of the orders that the demo paid from the limit. Running nodes take the lowest numbers.
	demoNode = 29
	day      = 24 * time.Hour
)

var demoStaff = invoice.Staff{Actor: "system", Reason: "Demo"}

// demoPast makes the past of the demo's settlement by the services themselves, with a clock of its own.
type demoPast struct {
	db          *db.DB
	clock       *clock.Manual
	settlements *settlement.Service
	invoices    *invoice.Service
	closer      *settlement.PeriodCloser
	schedules   *schedule.Service
	events      *event.Record
	user        int64 // who makes scheduled orders
	ids         *ids.Generator
}

// seedSettlement makes the settlement of the demo's main client with its invoices, unless it exists.
func (a seeder) seedSettlement(ctx context.Context) error {
	_, err := a.Settlements.OfClient(ctx, demo.MainClient)
	if !fault.ErrNotFound.Is(err) {
		return err
	}

	now := a.Clock.Now()

	p := &demoPast{db: a.DB, clock: clock.NewManual(now.Add(-demoWeeks * 7 * day))}
	if p.ids, err = ids.NewGenerator(demoNode); err != nil {
		return fmt.Errorf("demo: %w", err)
	}

	a.buildPast(p)

	if p.user, err = a.demoUser(ctx); err != nil {
		return err
	}

	p.events = event.New(a.DB, p.clock, slog.New(slog.DiscardHandler), event.Options{})
	p.schedules = schedule.NewService(schedule.Deps{
		DB: a.DB, Clock: p.clock, People: a.Identity, Catalog: a.Catalog, Orders: demoOrders{p}, Bills: a.Placing, Keys: idempotency.New(a.DB, p.clock, nil),
		Events: p.events,
	})

	if err := p.make(ctx, now); err != nil {
		return fmt.Errorf("make the demo's settlement: %w", err)
	}

	return a.seedSchedules(ctx, p.user)
}

// pastMails is where the mails of the past went: they are not sent again.
type pastMails struct{}

// Send implements mail.Sender.
func (pastMails) Send(context.Context, *db.Tx, mail.Message) error { return nil }

// noScreen is the screen in mails of the past, which are not sent.
func noScreen() string { return "" }

// buildPast makes the services of the past. Their queue never starts.
func (a seeder) buildPast(p *demoPast) {
	log := slog.New(slog.DiscardHandler)
	jobs := job.NewQueue(a.DB, p.clock, p.ids, log, job.Options{Holder: "demo"})
	keys := idempotency.New(a.DB, p.clock, nil)

	p.settlements = settlement.NewService(settlement.Deps{
		DB: a.DB, Clock: p.clock, Clients: a.Identity, Live: a.Live, Keys: keys, Mail: pastMails{}, Log: log, Screen: noScreen,
	}, settlement.Options{})
	p.invoices = invoice.NewService(invoice.Deps{
		DB: a.DB, Clock: p.clock, Clients: a.Identity, Limits: p.settlements, Jobs: jobs, Mail: pastMails{}, Live: a.Live, Files: a.Files,
		Links: a.Links, Log: log, Screen: noScreen,
	}, a.InvoiceOptions())
	p.closer = settlement.NewPeriodCloser(p.settlements, p.invoices, jobs)
}

// make makes the settlement and five weeks of it. After a kill the demo goes on without the weeks that are missing.
func (p *demoPast) make(ctx context.Context, now time.Time) error {
	_, err := p.settlements.Change(ctx, settlement.Change{
		ClientID: demo.MainClient, Create: true, Limit: new(demoLimit), MaxLimit: new(demoCap), Days: new(settlement.Bit(1)),
		AbleTopup: new(true), Actor: demoStaff.Actor, Reason: demoStaff.Reason,
	})
	if err != nil {
		return err
	}

	for week := range int64(demoWeeks) {
		if err := p.use(ctx, week); err != nil {
			return err
		}

		p.clock.Advance(min(5*day, now.Sub(p.clock.Now())))

		if err := p.closer.CloseDue(ctx); err != nil {
			return err
		}

		if err := p.follow(ctx); err != nil {
			return err
		}
	}

	return p.invoices.Remind(ctx) // those that were due are not sent by the program
}

// use pays two orders of a week from the limit. It takes two days.
func (p *demoPast) use(ctx context.Context, week int64) error {
	if week == demoScheduledWeek {
		return p.runScheduled(ctx)
	}

	for n := range int64(2) {
		number := week*2 + n

		if _, err := p.order(ctx, fmt.Sprintf("PL-%04d", number+1), fmt.Sprintf("5123456789%02d", number), demoPrice(week, n)); err != nil {
			return err
		}

		p.clock.Advance(day)
	}

	return nil
}

// demoPrice is the price of one of the two orders of a week.
func demoPrice(week, n int64) money.Rupiah { return money.Rupiah(1_250_000 + 375_000*week + 100_000*n) }

// demoMargin is what is left of such an order.
const demoMargin money.Rupiah = 4_000

// order pays an order from the limit and returns its id.
func (p *demoPast) order(ctx context.Context, ref, destination string, price money.Rupiah) (int64, error) {
	at := p.clock.Now()
	id := p.ids.Next(at)
	request := placing.Request{ProductCode: demoBills, DestinationNo: destination}

	return id, p.db.Batch(ctx, func(b *db.Batch) error {
		locked := settlement.LockBatch(b, []int64{demo.MainClient})

		if err := b.Flush(ctx); err != nil {
			return err
		}

		if _, err := locked.Charge(demo.MainClient, id, price, ref, at); err != nil {
			return err
		}

		b.Exec(`INSERT INTO orders (id, client_id, client_ref, wallet_id, wallet_type, product_code, product_name, kind, destination_no, price,
				status, refunded, payment_type, channel, input_hash, created_at, updated_at)
			SELECT $1, $2, $3, 0, wallet_type, code, name, kind, $4, $5, 4, FALSE, 'settlement', 'portal', $6, $7, $8 FROM products WHERE code = $9`,
			id, int64(demo.MainClient), ref, destination, int64(price), request.InputHash(), clock.Micros(at), clock.Micros(at), request.ProductCode)
		b.Exec(`INSERT INTO order_attempts (order_id, number, client_id, supplier, sku, reference, state, outcome, code, cost, prepared_at, sent_at, answered_at)
			VALUES ($1, 1, $2, $3, $4, $5, 'answered', 'success', '00', $6, $7, $7, $7)`,
			id, int64(demo.MainClient), demo.FirstSupplier, strings.ToLower(demoBills), order.AttemptKey{ClientID: demo.MainClient, OrderID: id, Number: 1}.String(),
			int64(price-demoMargin), clock.Micros(at))
		locked.Post(b)
		event.Add(b, []event.Event{order.EndEvent(&order.Order{ID: id, ClientID: demo.MainClient, Channel: order.ChannelPortal}, event.OrderSucceeded, at)})

		return nil
	})
}

// follow gives the invoices the states of their age: done, paid, pending, and the newest unpaid.
func (p *demoPast) follow(ctx context.Context) error {
	list, err := p.invoices.List(ctx, invoice.Query{ClientID: demo.MainClient})
	if err != nil {
		return err
	}

	for age := range list {
		i := &list[age]

		switch {
		case age == 1 && i.Status == invoice.Unpaid:
			err = p.confirm(ctx, i)
		case age == 2 && i.Status == invoice.Pending:
			_, err = p.invoices.MarkPaid(ctx, i.ID, demoStaff)
		case age == 3 && i.Status == invoice.Paid:
			_, err = p.invoices.MarkDone(ctx, i.ID, demoStaff)
		}

		if err != nil {
			return err
		}
	}

	return nil
}

// confirm uploads a picture of a receipt: grey lines.
func (p *demoPast) confirm(ctx context.Context, i *invoice.Invoice) error {
	receipt := image.NewGray(image.Rect(0, 0, 360, 480))
	draw.Draw(receipt, receipt.Bounds(), image.White, image.Point{}, draw.Src)

	for line := range 9 {
		draw.Draw(receipt, image.Rect(36, 48+44*line, 324-24*(line%3), 56+44*line), image.NewUniform(color.Gray{Y: 120}), image.Point{}, draw.Src)
	}

	var picture bytes.Buffer
	if err := png.Encode(&picture, receipt); err != nil {
		return err
	}

	zone, err := clock.Zone("")
	if err != nil {
		return err
	}

	_, err = p.invoices.Confirm(ctx, invoice.Confirmation{
		ClientID: i.ClientID, InvoiceID: i.ID, TransferOn: clock.DayOf(p.clock.Now().In(zone)).String(), Content: picture.Bytes(), Zone: zone,
		Actor: demoStaff.Actor,
	})

	return err
}
