package schedule

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"loket/internal/catalog"
	"loket/internal/catalog/destination"
	"loket/internal/identity"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/language"
	"loket/internal/platform/money"
)

// defaultRecentDays is how long a paid number is warned about, without a setting.
const defaultRecentDays = 7

// Verdict is what is known of a destination before it is bought for.
type Verdict string

// The verdicts. A line without a normalised number can't be ordered. The others are warnings.
const (
	Fine         Verdict = "ok"
	NoNumber     Verdict = "no_number"
	WrongForm    Verdict = "wrong_form"
	WrongPrefix  Verdict = "wrong_prefix"
	Duplicate    Verdict = "duplicate"
	RecentlyPaid Verdict = "recently_paid"
)

// CheckInput is the input of Check.
type CheckInput struct {
	ClientID     int64
	UserID       int64
	ProductCode  string
	Destinations []string
	// Others is how many other lines the order has, judged before: those that can be ordered, each number once. With it Destinations may
	// be empty. nil: Destinations are all.
	Others  *int
	Amount  *money.Rupiah // of an open-amount product
	At      time.Time     // zero is at once
	Monthly bool
	EndsAt  time.Time
	Zone    *time.Location
}

func (in CheckInput) others() int {
	if in.Others == nil {
		return 0
	}

	return *in.Others
}

// CheckedLine is a destination with its verdict.
type CheckedLine struct {
	Sent       string
	Normalised string // empty: it can't be ordered
	Verdict    Verdict
	Message    language.Message // none for Fine
	// Reason is the code of Message: one of package destination, or the verdict.
	Reason      string
	DuplicateOf int // of Duplicate: the first line with the number, from 0; else -1
	// Repair is what was repaired in the number beside the usual ways to write it; empty: nothing. RepairMessage says so.
	Repair        string
	RepairMessage language.Message
	PaidAt        time.Time // when it was last bought, if recently
}

// AsSent reports whether nothing is to be said of the line: it is fine and would be ordered exactly as it was sent.
func (l CheckedLine) AsSent() bool {
	return l.Verdict == Fine && l.Normalised == l.Sent && l.Repair == ""
}

// CheckResult is the result of Check.
type CheckResult struct {
	Lines         []CheckedLine
	UnitPrice     money.Rupiah // 0 for bills, and without an amount of an open-amount product
	Fee           money.Rupiah // of an open amount, in the unit price
	Open          bool         // an open amount
	Quantity      int          // lines that can be ordered, each once, and CheckInput.Others
	Total         money.Rupiah // of these lines
	MinAmount     money.Rupiah // of an open amount; 0 is no limit
	MaxAmount     money.Rupiah
	Runs          int  // of the schedule
	ShortMonths   bool // the day of a monthly order is missing in one of its months, whose last day is taken
	PIN           identity.PINState
	Refusals      []*fault.Error // that Create would give now
	NeedsApproval bool           // it would wait for the approval of another user
	WalletType    wallet.Type
	Balance       money.Rupiah
	WalletActive  bool
	Scheduled     money.Rupiah // what other scheduled orders of the wallet will charge
	RecentDays    int
}

// Check judges the lines of an order before it is made. It changes nothing. Errors: fault.ErrValidation, placing.ErrProductNotFound.
func (s *Service) Check(ctx context.Context, in CheckInput) (CheckResult, error) {
	snap, err := s.deps.Catalog.Snapshot(ctx)
	if err != nil {
		return CheckResult{}, fmt.Errorf("read the catalogue: %w", err)
	}

	p, found := snap.Product(in.ProductCode)

	switch {
	case !found:
		return CheckResult{}, placing.ErrProductNotFound.New()
	case len(in.Destinations) == 0 && in.Others == nil:
		return CheckResult{}, fault.InvalidField("destinationNos", msgNoNumbers)
	case len(in.Destinations)+in.others() > MaxLines:
		return CheckResult{}, fault.InvalidField("destinationNos", msgManyNumbers.With(MaxLines))
	}

	out := CheckResult{Lines: judge(in.Destinations, p), WalletType: wallet.Type(p.WalletType), RecentDays: s.recentDays()}

	if err := s.markRecent(ctx, in, p, out.Lines); err != nil {
		return CheckResult{}, err
	}

	price := snap.Price(in.ClientID, p)

	switch {
	case p.Kind == catalog.Prepaid:
		out.UnitPrice = price
	case p.Kind == catalog.Open && in.Amount != nil && *in.Amount > 0:
		out.UnitPrice = *in.Amount + price
	}

	out.Quantity = in.others()

	for _, l := range out.Lines {
		if l.Normalised != "" && l.Verdict != Duplicate {
			out.Quantity++
		}
	}

	out.Total = out.UnitPrice * money.Rupiah(out.Quantity)

	if p.Kind == catalog.Open {
		out.Open, out.Fee = true, price
		out.MinAmount, out.MaxAmount = p.MinAmount, p.MaxAmount
	}

	if err := s.addFunds(ctx, in.ClientID, &out); err != nil {
		return CheckResult{}, err
	}

	return out, s.foresee(ctx, in, p, price, &out)
}

func (s *Service) recentDays() int {
	if s.deps.RecentDays > 0 {
		return s.deps.RecentDays
	}

	return defaultRecentDays
}

// judge gives each destination the verdict that needs no database.
func judge(list []string, p catalog.Product) []CheckedLine {
	out, seen := make([]CheckedLine, len(list)), make(map[string]int, len(list))

	for i, sent := range list {
		v := p.Judge(sent)
		out[i] = CheckedLine{
			Sent: sent, Normalised: v.Number, Verdict: Fine, Reason: string(v.Reason), Message: v.Message, DuplicateOf: -1,
			Repair: string(v.Repair), RepairMessage: v.RepairMessage,
		}
		l := &out[i]

		if v.Grade == destination.Refused {
			l.Verdict = NoNumber

			continue
		}

		if first, twice := seen[v.Number]; twice {
			l.Verdict, l.Reason, l.Message, l.DuplicateOf = Duplicate, string(Duplicate), msgDuplicate, first

			continue
		}

		seen[v.Number] = i

		switch {
		case v.Reason == destination.OtherOperator:
			l.Verdict = WrongPrefix
		case v.Grade != destination.Fine:
			l.Verdict = WrongForm
		}
	}

	return out
}

// markRecent finds by one query which of the fine lines an order of the last days bought, that succeeded or has not ended. Of bills
// the present month counts as well.
func (s *Service) markRecent(ctx context.Context, in CheckInput, p catalog.Product, lines []CheckedLine) error {
	now := s.deps.Clock.Now()
	since := now.AddDate(0, 0, -s.recentDays())

	if p.Kind == catalog.Postpaid {
		local := now.In(in.Zone)
		if month := (clock.Day{Year: local.Year(), Month: local.Month(), Day: 1}).Start(in.Zone); month.Before(since) {
			since = month
		}
	}

	if len(lines) == 0 {
		return nil
	}

	numbers := make([]string, len(lines))

	for i, l := range lines {
		if l.Verdict == Fine {
			numbers[i] = l.Normalised // no order has an empty one
		}
	}

	text, err := json.Marshal(numbers)
	if err != nil {
		return fmt.Errorf("find recent orders: %w", err)
	}

	// Ids are in the order of time: of each number only the orders since then are read.
	from, _ := ids.Range(since, now)

	err = s.deps.DB.Read(ctx, `SELECT k.n, COALESCE((SELECT o.created_at FROM orders o
			WHERE o.client_id = $2 AND o.destination_no = k.value AND o.id >= $3 AND o.product_code = $4 AND o.status IN ($5, $6)
			ORDER BY o.id DESC LIMIT 1), 0)
		FROM `+s.deps.DB.Engine().List("$1")+" k WHERE k.value <> ''", []any{string(text), in.ClientID, from, p.Code, int64(order.Success), int64(order.Pending)}, func(row db.Row) error {
		var n, at int64
		if err := row.Scan(&n, &at); err != nil {
			return err
		}

		if at != 0 {
			l := &lines[n-1]
			l.Verdict, l.Reason, l.Message, l.PaidAt = RecentlyPaid, string(RecentlyPaid), msgRecentlyPaid, clock.FromMicros(at)
		}

		return nil
	})
	if err != nil {
		return fmt.Errorf("find the recent orders of client %d: %w", in.ClientID, err)
	}

	return nil
}

// addFunds adds the wallet that would pay. A client without it has a balance of 0.
func (s *Service) addFunds(ctx context.Context, clientID int64, out *CheckResult) error {
	w, err := wallet.ByTypeTx(ctx, s.deps.DB.Reader(), clientID, out.WalletType)
	if err != nil && !fault.ErrNotFound.Is(err) {
		return fmt.Errorf("read a wallet of client %d: %w", clientID, err)
	}

	out.Balance, out.WalletActive = w.Balance, w.Active

	planned, err := s.PlannedCharges(ctx, clientID, 0)
	out.Scheduled = planned[out.WalletType]

	return err
}

// PlannedCharges is what scheduled orders will charge, by the type of the wallet: lines that wait, at the price when their order was made,
// and for bills what the last run of the series charged. Only orders of the time from now
// on count that is given; 0 counts all. Drafts don't count.
func (s *Service) PlannedCharges(ctx context.Context, clientID int64, within time.Duration) (map[wallet.Type]money.Rupiah, error) {
	var w db.Where
	w.Add("s.client_id = ", clientID)
	w.Condition("s.ended_at IS NULL")
	w.Add("s.status = ", string(Scheduled))

	if within > 0 {
		now, err := s.now(ctx, s.deps.DB.Reader(), clientID)
		if err != nil {
			return nil, err
		}

		w.Add("s.scheduled_at <= ", clock.Micros(now.Add(within)))
	}

	out := map[wallet.Type]money.Rupiah{}

	err := s.deps.DB.Read(ctx, "SELECT s.wallet_type, SUM("+forecast+") FROM scheduled_orders s WHERE "+w.Text()+" GROUP BY s.wallet_type", w.Args,
		func(row db.Row) error {
			var (
				typ db.Text
				sum int64
			)

			err := row.Scan(&typ, &sum)
			out[wallet.Type(typ)] = money.Rupiah(sum)

			return err
		})
	if err != nil {
		return nil, fmt.Errorf("sum the scheduled orders of client %d: %w", clientID, err)
	}

	return out, nil
}

// forecast is what a scheduled order s will charge, in SQL. $1 is the client.
const forecast = `CASE WHEN s.unit_price > 0 OR s.executed_at IS NOT NULL THEN s.unit_price * s.waiting
	ELSE COALESCE((SELECT l.charged FROM scheduled_orders l WHERE l.client_id = $1 AND l.series_id = s.series_id AND l.run < s.run ORDER BY l.run DESC LIMIT 1), 0) END`
