package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"loket/internal/app"
	"loket/internal/money/settlement"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/language"
	"loket/internal/platform/money"
)

type settlementCmd struct {
	Show    settlementShowCmd    `cmd:"" help:"Show a client's settlement and its last periods."`
	Create  settlementCreateCmd  `cmd:"" help:"Make a client's settlement, with its first period."`
	On      settlementOnCmd      `cmd:"" help:"Accept orders from the limit."`
	Off     settlementOffCmd     `cmd:"" help:"Refuse orders from the limit; periods still end and are invoiced."`
	Limit   settlementLimitCmd   `cmd:"" help:"Set the limit, within the cap and not below what is used."`
	Cap     settlementCapCmd     `cmd:"" help:"Set the highest limit; above LOKET_CAP_LIMIT staff decide."`
	Days    settlementDaysCmd    `cmd:"" help:"Set the days on which periods end."`
	Terms   settlementTermsCmd   `cmd:"" help:"Set after how many days an invoice is due."`
	Raise   settlementRaiseCmd   `cmd:"" help:"Let the client raise the limit up to the cap, or not."`
	Waiting settlementWaitingCmd `cmd:"" help:"List the changes that wait for another person."`
}

type settlementShowCmd struct {
	Client int64 `arg:"" help:"Number of the client."`
}

func (c *settlementShowCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		st, err := a.Settlements.OfClient(ctx, c.Client)
		if err != nil {
			return err
		}

		printSettlement(out, st)

		periods, err := a.Settlements.Periods(ctx, c.Client, st.ID, 1)
		if err != nil {
			return err
		}

		for _, p := range periods {
			state := "open"
			if !p.Open() {
				state = fmt.Sprintf("used %s, credited %s", p.Bill.Used, p.Bill.Credited())
			}

			_, _ = fmt.Fprintf(out, "period %d from %s to %s: %s\n", p.Number, when(p.From), when(p.To), state)
		}

		return nil
	})
}

func printSettlement(out io.Writer, st settlement.Settlement) {
	_, _ = fmt.Fprintf(out, "settlement %d active %t: limit %s of at most %s, %s left, %s used; ends on %s, invoices due after %d days; client raises it %t\n",
		st.ID, st.Active, st.Limit, st.MaxLimit, st.Balance, st.Used(), dayNames(st.Days), st.DueDays, st.AbleTopup)
}

func dayNames(days settlement.Days) string {
	names := []string{}

	for _, d := range settlement.Weekdays() {
		if days.Has(d) {
			names = append(names, d.String()[:3])
		}
	}

	return strings.Join(names, ",")
}

// parseDays reads days as mon,thu.
func parseDays(text string) (*settlement.Days, error) {
	days := settlement.Days(0)

	for name := range strings.SplitSeq(strings.ToLower(text), ",") {
		found := settlement.Days(0)

		for _, d := range settlement.Weekdays() {
			if strings.ToLower(d.String()[:3]) == strings.TrimSpace(name) {
				found = settlement.Bit(d)
			}
		}

		if found == 0 {
			return nil, fault.InvalidField("days", language.Literal("must be days as mon,thu"))
		}

		days |= found
	}

	return &days, nil
}

// settlementRef names the client of a change.
type settlementRef struct {
	Client int64  `arg:"" help:"Number of the client."`
	Key    string `help:"Your own reference of a change that needs another person: the same one asks once. Made up when empty."`
}

// change makes a change and prints what became of it.
func (r settlementRef) change(ctx context.Context, out io.Writer, admin *adminCmd, c settlement.Change) error {
	return admin.work(ctx, func(a *app.App) error {
		if err := requireClient(ctx, a, r.Client); err != nil {
			return err
		}

		c.ClientID, c.Key, c.Actor, c.Reason = r.Client, r.Key, admin.actor(), admin.Reason
		if c.Key == "" {
			c.Key = ids.Token()
		}

		made, err := a.Settlements.Change(ctx, c)
		if err != nil {
			return err
		}

		if w := made.Waiting; w != nil {
			_, _ = fmt.Fprintf(out, "request %d is %s: above %s it waits for a decision of staff\n", w.ID, w.Status, money.Rupiah(admin.CapLimit))
		} else {
			printSettlement(out, made.Settlement)
		}

		return nil
	})
}

type settlementCreateCmd struct {
	settlementRef

	Limit int64  `required:"" help:"Whole rupiah that the client may use."`
	Cap   int64  `required:"" help:"Highest limit."`
	Days  string `required:"" help:"Days on which periods end, as mon,thu: at their begin in the client's zone."`
	Terms int    `default:"14" help:"Days from the end of a period to the due date of its invoice."`
	Raise bool   `help:"Let the client raise the limit up to the cap."`
}

func (c *settlementCreateCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	days, err := parseDays(c.Days)
	if err != nil {
		return explain(err)
	}

	return c.change(ctx, out, admin, settlement.Change{
		Create: true, Limit: new(money.Rupiah(c.Limit)), MaxLimit: new(money.Rupiah(c.Cap)), Days: days, DueDays: &c.Terms, AbleTopup: &c.Raise,
	})
}

type settlementOnCmd struct{ settlementRef }

func (c *settlementOnCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return c.change(ctx, out, admin, settlement.Change{Active: new(true)})
}

type settlementOffCmd struct{ settlementRef }

func (c *settlementOffCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return c.change(ctx, out, admin, settlement.Change{Active: new(false)})
}

type settlementLimitCmd struct {
	settlementRef

	Amount int64 `arg:"" help:"Whole rupiah."`
}

func (c *settlementLimitCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return c.change(ctx, out, admin, settlement.Change{Limit: new(money.Rupiah(c.Amount))})
}

type settlementCapCmd struct {
	settlementRef

	Amount int64 `arg:"" help:"Whole rupiah."`
}

func (c *settlementCapCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return c.change(ctx, out, admin, settlement.Change{MaxLimit: new(money.Rupiah(c.Amount))})
}

type settlementDaysCmd struct {
	settlementRef

	Days string `arg:"" help:"Days as mon,thu. The present period ends on the next one."`
}

func (c *settlementDaysCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	days, err := parseDays(c.Days)
	if err != nil {
		return explain(err)
	}

	return c.change(ctx, out, admin, settlement.Change{Days: days})
}

type settlementTermsCmd struct {
	settlementRef

	Days int `arg:"" help:"1 to 365. Invoices that were issued keep their due date."`
}

func (c *settlementTermsCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return c.change(ctx, out, admin, settlement.Change{DueDays: &c.Days})
}

type settlementRaiseCmd struct {
	settlementRef

	Allowed string `arg:"" enum:"on,off" help:"on or off."`
}

func (c *settlementRaiseCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return c.change(ctx, out, admin, settlement.Change{AbleTopup: new(c.Allowed == "on")})
}

type settlementWaitingCmd struct{}

func (settlementWaitingCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.waiting(ctx, out, settlement.ChangeKind)
}
