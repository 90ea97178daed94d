package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"loket/internal/app"
	"loket/internal/catalog/sheets"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

type importCmd struct {
	Table string `arg:"" enum:"operators,products,prices,skus" help:"operators, products, prices or skus."`
	File  string `arg:"" type:"existingfile" help:"CSV file; its columns are those that export writes."`
}

func (c *importCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	f, err := os.Open(c.File)
	if err != nil {
		return fmt.Errorf("import: %w", err)
	}
	defer f.Close()

	return admin.work(ctx, func(a *app.App) error {
		ids, err := clientIDs(ctx, a)
		if err != nil {
			return err
		}

		report, err := a.Sheets.Import(ctx, sheets.Table(c.Table), f, ids, admin.by())

		for _, row := range report.Rows {
			if row.Outcome != sheets.Unchanged {
				_, _ = fmt.Fprintf(out, "line %d: %s %s %s\n", row.Line, row.Outcome, row.Code, row.Reason)
			}
		}

		switch {
		case len(report.Rows) > 0:
			_, _ = fmt.Fprintf(out, "%d created, %d updated, %d removed, %d unchanged, %d faulty; applied: %t\n",
				report.Count(sheets.Created), report.Count(sheets.Updated), report.Count(sheets.Removed),
				report.Count(sheets.Unchanged), report.Count(sheets.Faulty), report.Applied)
		case err == nil:
			_, _ = fmt.Fprintf(out, "0 rows: %s has nothing to import below its header\n", filepath.Base(c.File))
		}

		return err
	})
}

// clientIDs are the numbers of all clients.
func clientIDs(ctx context.Context, a *app.App) ([]int64, error) {
	clients, err := a.Identity.Clients(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the clients: %w", err)
	}

	ids := make([]int64, len(clients))
	for i := range clients {
		ids[i] = clients[i].ID
	}

	return ids, nil
}

type exportCmd struct {
	Table string `arg:"" enum:"operators,products,prices,skus" help:"operators, products, prices or skus."`
}

func (c *exportCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error { return a.Sheets.Export(ctx, sheets.Table(c.Table), out) })
}

type walletCmd struct {
	List    walletListCmd    `cmd:"" help:"List a client's wallets."`
	Create  walletCreateCmd  `cmd:"" help:"Make a wallet with balance 0."`
	On      walletOnCmd      `cmd:"" help:"Switch a wallet on."`
	Off     walletOffCmd     `cmd:"" help:"Switch a wallet off: it pays for no order and takes no money but refunds."`
	Adjust  walletAdjustCmd  `cmd:"" help:"Change a balance by hand; above LOKET_ADJUST_LIMIT staff decide."`
	Waiting walletWaitingCmd `cmd:"" help:"List the adjustments that wait for a decision of staff."`
	Trial   walletTrialCmd   `cmd:"" help:"The trial balance: all accounts, which sum to zero."`
}

type walletListCmd struct {
	Client int64 `arg:"" help:"Number of the client."`
}

func (c *walletListCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.listOf(ctx, out, c.Client, "id\ttype\tbalance\tactive\tsettlement", func(a *app.App) ([]string, error) {
		status, err := a.Settlements.Status(ctx, c.Client)
		if err != nil {
			return nil, err
		}

		list, err := a.Wallets.List(ctx, c.Client)

		return rows(list, err, func(w wallet.Wallet) string {
			return fmt.Sprintf("%d\t%s\t%s\t%t\t%s", w.ID, w.Type, w.Balance, w.Active, status)
		})
	})
}

// walletRef is the argument that names a wallet.
type walletRef struct {
	Client int64  `arg:"" help:"Number of the client."`
	Type   string `arg:"" enum:"level_1,level_2,marketplace,multibiller" help:"level_1, level_2, marketplace or multibiller."`
}

func (r walletRef) turn(ctx context.Context, out io.Writer, admin *adminCmd, on bool) error {
	return admin.work(ctx, func(a *app.App) error {
		w, err := wallet.ByTypeTx(ctx, a.DB.Reader(), r.Client, wallet.Type(r.Type))
		if err != nil {
			return err
		}

		w, err = a.Wallets.Switch(ctx, wallet.SwitchInput{ClientID: w.ClientID, WalletID: w.ID, Active: on, Actor: admin.actor(), Reason: admin.Reason})

		return report(out, err, "wallet %d: active %t\n", w.ID, w.Active)
	})
}

type walletOnCmd struct{ walletRef }

func (c *walletOnCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return c.turn(ctx, out, admin, true)
}

type walletOffCmd struct{ walletRef }

func (c *walletOffCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return c.turn(ctx, out, admin, false)
}

type walletCreateCmd struct {
	Client int64  `arg:"" help:"Number of the client."`
	Type   string `arg:"" enum:"level_1,level_2,marketplace,multibiller" help:"level_1, level_2, marketplace or multibiller."`
}

func (c *walletCreateCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		if err := requireClient(ctx, a, c.Client); err != nil {
			return err
		}

		made, err := a.Wallets.Create(ctx, wallet.CreateInput{
			ClientID: c.Client, Type: wallet.Type(c.Type), Actor: admin.actor(), Reason: admin.Reason,
		})
		if err == nil {
			_, err = a.Topups.OpenAccounts(ctx) // its virtual accounts
		}

		return report(out, err, "wallet %d made\n", made.ID)
	})
}

type walletTrialCmd struct{}

func (walletTrialCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.list(ctx, out, "account\tamount", func(a *app.App) ([]string, error) {
		wallets, err := a.Wallets.TrialBalance(ctx)
		if err != nil {
			return nil, err
		}

		limits, err := a.Settlements.TrialBalance(ctx)
		if err != nil {
			return nil, err
		}

		var (
			lines []string
			sum   money.Rupiah
		)

		add := func(account string, amount money.Rupiah) {
			sum += amount
			lines = append(lines, fmt.Sprintf("%s\t%s", account, amount))
		}

		for _, l := range wallets {
			add(l.Account, l.Amount)
		}

		for _, l := range limits { // what clients use before they pay
			add("limits: "+l.Account, l.Amount)
		}

		return append(lines, fmt.Sprintf("sum\t%s", sum)), nil
	})
}

type orderCmd struct {
	Reviews   orderReviewsCmd   `cmd:"" help:"List what waits for staff."`
	Show      orderShowCmd      `cmd:"" help:"Show an order with its attempts at suppliers."`
	Settle    orderSettleCmd    `cmd:"" help:"End an order whose outcome stays unknown as success."`
	Refund    orderRefundCmd    `cmd:"" help:"Fail an order and give its price back, once; also after a success that the supplier took back."`
	BelowCost orderBelowCostCmd `cmd:"" help:"List the SKUs that were sold below cost, or whose recorded cost is out of date."`
	Close     orderCloseCmd     `cmd:"" help:"Take an order that keeps its end off the list of reviews; the reason says what was done about it."`
}

type orderReviewsCmd struct {
	Limit int `help:"How many to list, the oldest first." default:"100" placeholder:"NUMBER"`
}

func (c *orderReviewsCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	more := false

	err := admin.list(ctx, out, "order\tclient\tkind\tsince\tsaid", func(a *app.App) ([]string, error) {
		var (
			list []order.Review
			err  error
		)

		list, more, err = a.Orders.Reviews(ctx, max(c.Limit, 1))

		return rows(list, err, func(r order.Review) string {
			return fmt.Sprintf("%s\t%d\t%s\t%s\t%s", order.FormatID(r.OrderID), r.ClientID, r.Kind, when(r.CreatedAt), r.Detail)
		})
	})
	if more {
		_, _ = fmt.Fprintln(out, "There are more: see --limit.")
	}

	return err
}

type orderBelowCostCmd struct {
	Days int `default:"7" help:"How many days back."`
}

func (c *orderBelowCostCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	const header = "product\tsupplier\tsku\tsold below cost\tloss\trefused for price\trecorded cost\tlast cost"

	return admin.list(ctx, out, header, func(a *app.App) ([]string, error) {
		list, err := a.Orders.BelowCost(ctx, a.Clock.Now().AddDate(0, 0, -c.Days))

		return rows(list, err, func(k order.SKUCost) string {
			return fmt.Sprintf("%s\t%s\t%s\t%d\t%s\t%d\t%s\t%s", k.ProductCode, k.Supplier, k.SKU, k.Sold, k.Loss, k.Refused, k.Recorded, k.Last)
		})
	})
}

// orderRef is the argument that names an order.
type orderRef struct {
	Client int64 `arg:"" help:"Number of the client."`
	Order  int64 `arg:"" help:"Id of the order."`
}

type orderShowCmd struct{ orderRef }

func (c *orderShowCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		o, err := a.Orders.Get(ctx, c.Client, c.Order)
		if err != nil {
			return err
		}

		attempts, err := a.Orders.Attempts(ctx, c.Client, c.Order)

		lines, err := rows(attempts, err, func(t order.Attempt) string {
			return fmt.Sprintf("%d\t%s\t%s\t%s\t%s\t%s %s", t.Number, t.Supplier, t.Reference, t.State, t.Outcome, t.Code, t.Message)
		})
		if err != nil {
			return err
		}

		_, _ = fmt.Fprintf(out, "%s %s %s to %s, %s, refunded: %t, %s\n",
			order.FormatID(o.ID), o.ClientRef, o.ProductCode, o.DestinationNo, o.Status, o.Refunded, o.Price)

		table(out, "attempt\tsupplier\treference\tstate\toutcome\tsaid", lines...)

		return nil
	})
}

type orderSettleCmd struct {
	orderRef

	SupplierSaid bool   `help:"The supplier told you that it was delivered. Needed."`
	SerialNumber string `help:"What proves the delivery; prepaid products have one." placeholder:"TEXT"`
}

func (c *orderSettleCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		o, err := a.Orders.Settle(ctx, order.SettleInput{
			ClientID: c.Client, OrderID: c.Order, SerialNumber: c.SerialNumber, SupplierSaid: c.SupplierSaid, Actor: admin.actor(), Reason: admin.Reason,
		})

		return report(out, err, "order %s is %s, refunded: %t\n", order.FormatID(o.ID), o.Status, o.Refunded)
	})
}

type orderRefundCmd struct {
	orderRef

	SupplierSaid bool   `help:"The supplier told you that nothing was delivered, or took it back. Needed for an order that was sent."`
	ClientReason string `help:"Code of the reason that the client reads, as in the client API." default:"failed" placeholder:"CODE"`
}

func (c *orderRefundCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		made, err := a.Orders.Refund(ctx, order.RefundInput{
			ClientID: c.Client, OrderID: c.Order, SupplierSaid: c.SupplierSaid, Reason: admin.Reason, ClientReason: supplier.Reason(c.ClientReason),
			Actor: admin.actor(),
		})
		if err == nil && made.Waiting != nil {
			return report(out, nil, "request %d is %s: what was sent to a supplier waits for a decision of staff\n", made.Waiting.ID, made.Waiting.Status)
		}

		return report(out, err, "order %s is %s, refunded: %t\n", order.FormatID(made.Order.ID), made.Order.Status, made.Order.Refunded)
	})
}

type orderCloseCmd struct{ orderRef }

func (c *orderCloseCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		err := a.Orders.CloseReviews(ctx, order.CloseReviewsInput{ClientID: c.Client, OrderID: c.Order, Actor: admin.actor(), Reason: admin.Reason})

		return report(out, err, "order %s is off the list\n", order.FormatID(c.Order))
	})
}
