package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"loket/internal/app"
	"loket/internal/banking/topup"
	"loket/internal/money/wallet"
	"loket/internal/platform/money"
)

type topupCmd struct {
	List     topupListCmd     `cmd:"" help:"List money in suspense: transfers that came late or match nothing."`
	Assign   topupAssignCmd   `cmd:"" help:"Credit a transfer in suspense to a wallet."`
	Return   topupReturnCmd   `cmd:"" help:"Record that a transfer in suspense was sent back."`
	Requests topupRequestsCmd `cmd:"" help:"List what clients asked for: top-ups by hand."`
	Close    topupCloseCmd    `cmd:"" help:"Take a request of a client off the list; the reason says what was done about it."`
	Accounts topupAccountsCmd `cmd:"" help:"List our bank accounts and the channels of virtual accounts."`
	Account  topupAccountCmd  `cmd:"" help:"Add one of our bank accounts for unique amounts, or change its status."`
	Channel  topupChannelCmd  `cmd:"" help:"Add the virtual accounts of a bank, or change their terms; every wallet gets a number."`
}

type topupListCmd struct {
	Limit int `help:"How many to list, the oldest first." default:"100" placeholder:"NUMBER"`
}

func (c *topupListCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	more := false

	err := admin.list(ctx, out, "transfer\tbank\taccount\tamount\tbooked\treceived\twhy\tmeant for\tdescription", func(a *app.App) ([]string, error) {
		var (
			list []topup.Transfer
			err  error
		)

		list, more, err = a.Topups.ListSuspense(ctx, max(c.Limit, 1))

		return rows(list, err, func(t topup.Transfer) string {
			return fmt.Sprintf("%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s",
				t.ID, t.BankCode, t.AccountNo, t.Amount, when(t.BookedAt), when(t.ReceivedAt), t.Why, meantFor(t), t.Description)
		})
	})
	if more {
		_, _ = fmt.Fprintln(out, "There are more: see --limit.")
	}

	return err
}

// meantFor names the wallet and order that a transfer was probably meant for.
func meantFor(t topup.Transfer) string {
	if t.OrderID == 0 {
		return "-"
	}

	return fmt.Sprintf("client %d %s, top-up %d", t.ClientID, t.WalletType, t.OrderID)
}

// transferRef is the argument that names a transfer.
type transferRef struct {
	Transfer int64 `arg:"" help:"Number of the transfer."`
}

type topupAssignCmd struct {
	transferRef

	Client int64  `help:"Number of the client; without it the wallet of the top-up that it was meant for." placeholder:"NUMBER"`
	Type   string `enum:"level_1,level_2,marketplace,multibiller," default:"" help:"Type of the client's wallet."`
}

func (c *topupAssignCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		done, err := a.Topups.Assign(ctx, topup.Assignment{
			TransferID: c.Transfer, ClientID: c.Client, WalletType: wallet.Type(c.Type), Actor: admin.actor(), Reason: admin.Reason,
		})

		return reportTransfer(out, admin, done, err)
	})
}

type topupReturnCmd struct{ transferRef }

func (c *topupReturnCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		done, err := a.Topups.Return(ctx, topup.Returning{TransferID: c.Transfer, Actor: admin.actor(), Reason: admin.Reason})

		return reportTransfer(out, admin, done, err)
	})
}

// reportTransfer tells what became of a transfer, or that a second person must approve.
func reportTransfer(out io.Writer, admin *adminCmd, done topup.SuspenseResult, err error) error {
	t := done.Transfer

	switch w := done.Waiting; {
	case err != nil:
		return err
	case w != nil:
		why := "it was meant for another client, so"
		if limit := money.Rupiah(admin.AdjustLimit); t.Amount > limit {
			why = "above " + limit.String()
		}

		return report(out, nil, "request %d is %s: %s it waits for a decision of staff\n", w.ID, w.Status, why)
	case t.Status == "returned":
		return report(out, nil, "transfer %d: %s is recorded as returned\n", t.ID, t.Amount)
	}

	return report(out, nil, "transfer %d: %s credited to %s of client %d\n", t.ID, t.Amount, t.WalletType, t.ClientID)
}

type topupRequestsCmd struct{}

func (topupRequestsCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.list(ctx, out, "request\tclient\twallet\tamount\tat\tby\tnote", func(a *app.App) ([]string, error) {
		list, err := a.Topups.Requests(ctx)

		return rows(list, err, func(r topup.Request) string {
			return fmt.Sprintf("%d\t%d\t%s\t%s\t%s\t%s\t%s", r.ID, r.ClientID, r.WalletType, r.Amount, when(r.CreatedAt), r.Actor, r.Note)
		})
	})
}

type topupCloseCmd struct {
	Request int64 `arg:"" help:"Number of the request."`
}

func (c *topupCloseCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		return report(out, a.Topups.CloseRequest(ctx, c.Request, admin.actor(), admin.Reason), "request %d is off the list\n", c.Request)
	})
}

type topupAccountsCmd struct{}

func (topupAccountsCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.list(ctx, out, "bank\tkind\tnumber\tstatus\tminimum\tfee", func(a *app.App) ([]string, error) {
		accounts, err := a.Topups.Accounts(ctx)

		lines, err := rows(accounts, err, func(n topup.AccountNumber) string {
			return fmt.Sprintf("%s\taccount\t%s\t%s\t\t", n.BankCode, n.AccountNo, n.Status)
		})
		if err != nil {
			return nil, err
		}

		channels, err := a.Topups.AllChannels(ctx)

		more, err := rows(channels, err, func(c topup.Channel) string {
			return fmt.Sprintf("%s\tchannel\t%s\t%s\t%s\t%s", c.Bank.Code, c.Prefix, c.Status, c.Minimum, c.Fee)
		})

		return append(lines, more...), err
	})
}

type topupAccountCmd struct {
	Bank    string `arg:"" help:"Code of the bank, as BBCA."`
	Account string `arg:"" help:"Number of our account."`
	Status  string `enum:"active,problem,inactive" default:"active" help:"active, problem (no new top-ups, open ones are credited) or inactive."`
	Holder  string `help:"Name of its holder; needed for a new account."`
}

func (c *topupAccountCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		err := a.Topups.SetAccount(ctx, topup.AccountNumber{BankCode: c.Bank, AccountNo: c.Account, Name: c.Holder, Status: c.Status}, admin.actor(), admin.Reason)

		return report(out, err, "account %s of %s is %s\n", c.Account, c.Bank, c.Status)
	})
}

type topupChannelCmd struct {
	Bank    string `arg:"" help:"Code of the bank, as BBCA."`
	Prefix  string `help:"Company code that the numbers begin with; needed for a new channel, and never changes." placeholder:"DIGITS"`
	Status  string `enum:"active,problem,inactive" default:"active" help:"active, problem (shown so; payments are still credited) or inactive."`
	Minimum int64  `required:"" help:"Smallest payment in whole rupiah." placeholder:"RUPIAH"`
	Fee     int64  `help:"Whole rupiah taken from each payment, at most half of the minimum." placeholder:"RUPIAH"`
}

func (c *topupChannelCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		channel := topup.Channel{Prefix: c.Prefix, Status: c.Status, Minimum: money.Rupiah(c.Minimum), Fee: money.Rupiah(c.Fee)}
		channel.Bank.Code = c.Bank

		if err := a.Topups.SetChannel(ctx, channel, admin.actor(), admin.Reason); err != nil {
			return err
		}

		made, err := a.Topups.OpenAccounts(ctx)

		return report(out, err, "virtual accounts of %s are %s; %d numbers made\n", c.Bank, c.Status, made)
	})
}

type tutorialCmd struct {
	Show    tutorialShowCmd    `cmd:"" help:"Write the tutorials of a bank as JSON, to edit them."`
	Replace tutorialReplaceCmd `cmd:"" help:"Store the tutorials of a bank from such a file; each has the day when it was last checked."`
}

type tutorialShowCmd struct {
	Bank string `arg:"" help:"Code of the bank, as BBCA."`
}

func (c *tutorialShowCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		list, err := a.Topups.BankTutorialTexts(ctx, c.Bank)
		if err != nil {
			return err
		}

		text := json.NewEncoder(out)
		text.SetIndent("", "  ")
		text.SetEscapeHTML(false)

		return text.Encode(list)
	})
}

type tutorialReplaceCmd struct {
	Bank string `arg:"" help:"Code of the bank, as BBCA."`
	File string `arg:"" type:"existingfile" help:"JSON file in the form of show."`
}

func (c *tutorialReplaceCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	f, err := os.Open(c.File)
	if err != nil {
		return fmt.Errorf("tutorials: %w", err)
	}
	defer f.Close()

	var list []topup.TutorialText

	text := json.NewDecoder(f)
	text.DisallowUnknownFields()

	if err := text.Decode(&list); err != nil {
		return fmt.Errorf("tutorials: %w", err)
	}

	return admin.work(ctx, func(a *app.App) error {
		err := a.Topups.ReplaceTutorials(ctx, topup.NewTutorials{Bank: c.Bank, Tutorials: list, Actor: admin.actor(), Reason: admin.Reason})

		return report(out, err, "%s has %d tutorials\n", c.Bank, len(list))
	})
}
