package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"loket/internal/app"
	"loket/internal/banking/topup"
	"loket/internal/money/wallet"
	"loket/internal/platform/approval"
	"loket/internal/platform/ids"
	"loket/internal/platform/money"
)

type walletAdjustCmd struct {
	Client    int64  `arg:"" help:"Number of the client."`
	Type      string `arg:"" enum:"level_1,level_2,marketplace,multibiller" help:"Type of the wallet."`
	Amount    int64  `required:"" help:"Whole rupiah; below zero takes money out, as --amount=-5000."`
	Operation string `enum:"topup,deduct,topup_fee,topup_penalty," default:"" help:"topup, deduct (below zero), topup_fee (below zero) or topup_penalty; empty takes topup or deduct by the sign."`
	Contra    string `enum:"bank_clearing,adjustments,fees," default:"" help:"The other account: bank_clearing for money received, adjustments, fees; empty takes fees for topup_fee, else adjustments."`
	Reference string `help:"What the client reads beside it in its history, as the number of a letter; the reason stays inside."`
	Key       string `help:"Your own reference: the same one adjusts once. Made up when empty."`
}

func (c *walletAdjustCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	key := c.Key
	if key == "" {
		key = ids.Token()
	}

	return admin.work(ctx, func(a *app.App) error {
		made, err := a.Wallets.Adjust(ctx, wallet.Adjustment{
			ClientID: c.Client, Type: wallet.Type(c.Type), Action: wallet.Action(c.Operation), Amount: money.Rupiah(c.Amount), Contra: c.contra(),
			Key: "staff:" + key, SourceReference: c.Reference, Actor: admin.actor(), Reason: admin.Reason,
		})
		if err != nil {
			return fmt.Errorf("key %s: %w", key, err)
		}

		if w := made.Waiting; w != nil {
			_, _ = fmt.Fprintf(out, "request %d is %s: above %s it waits for a decision of staff\n", w.ID, w.Status, money.Rupiah(admin.AdjustLimit))
		}

		printEntries(out, made.Entries)

		return nil
	})
}

func (c *walletAdjustCmd) contra() wallet.Account {
	switch {
	case c.Contra != "":
		return wallet.Account(c.Contra)
	case wallet.Action(c.Operation) == wallet.TopupFee:
		return wallet.Fees
	default:
		return wallet.Adjustments
	}
}

func printEntries(out io.Writer, entries []wallet.Entry) {
	for _, e := range entries {
		_, _ = fmt.Fprintf(out, "%s %s, balance %s\n", e.Action, e.Amount, e.BalanceAfter)
	}
}

type walletWaitingCmd struct{}

func (walletWaitingCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.waiting(ctx, out, wallet.AdjustKind, topup.TransferApprovalKind)
}

// waiting lists the requests of some kinds that wait for another person.
func (c *adminCmd) waiting(ctx context.Context, out io.Writer, kinds ...string) error {
	return c.list(ctx, out, "request\tclient\tasked by\tat\treason\twhat", func(a *app.App) ([]string, error) {
		list, err := approval.List(ctx, a.DB.Reader())
		list = slices.DeleteFunc(list, func(w approval.Approval) bool { return !slices.Contains(kinds, w.Kind) })

		return rows(list, err, func(w approval.Approval) string {
			return fmt.Sprintf("%d\t%d\t%s\t%s\t%s\t%s", w.ID, w.ClientID, w.RequestedBy, when(w.RequestedAt), w.Reason, wish(w.Input))
		})
	})
}
