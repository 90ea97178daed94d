package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"loket/internal/app"
	"loket/internal/banking/statement"
	"loket/internal/config"
)

type bankCmd struct {
	List        bankListCmd        `cmd:"" help:"List the connections to banks of the settings; secrets are not shown."`
	Check       bankCheckCmd       `cmd:"" help:"Check the connections: settings, keys, and that our accounts and banks are in the database."`
	Statement   bankStatementCmd   `cmd:"" name:"import-statement" help:"Import the statement of one of our accounts; whole days, lines that are known are skipped."`
	Differences bankDifferencesCmd `cmd:"" help:"List what differs between statements and what banks reported."`
}

// banksFile is the file of connections.
type banksFile struct {
	Banks string `help:"JSON file (mode 0600) that lists the banks." env:"LOKET_BANKS" type:"path" placeholder:"FILE"`
}

var errNoBanks = errors.New("--banks: must name the file of banks")

func (f banksFile) load() ([]config.Bank, error) {
	if f.Banks == "" {
		return nil, errNoBanks
	}

	list, err := config.LoadBanks(f.Banks, true)
	if err != nil {
		return nil, fmt.Errorf("banks: %w", err)
	}

	return list, nil
}

type bankListCmd struct{ banksFile }

func (c *bankListCmd) Run(out io.Writer) error {
	list, err := c.load()

	lines, err := rows(list, err, func(b config.Bank) string {
		if b.Kind == config.KindMoota {
			return fmt.Sprintf("%s\t%s\t%s\t/callbacks/moota/%s", b.Code, b.Kind, accountsOf(b), b.Code)
		}

		return fmt.Sprintf("%s\t%s\t%s\tclient %s, partner %s, %s, %s, %s body, window %s",
			b.Code, b.Kind, b.Bank, b.ClientID, b.PartnerID, b.Signing, b.Encoding, b.BodyHash, b.Window)
	})
	if err != nil {
		return err
	}

	table(out, "connection\tkind\tbank\tsettings", lines...)

	return nil
}

func accountsOf(b config.Bank) string {
	list := []string{}
	for number, bank := range b.Accounts {
		list = append(list, bank+" "+number)
	}

	slices.Sort(list)

	return strings.Join(list, ", ")
}

type bankCheckCmd struct{ banksFile }

func (c *bankCheckCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	list, err := c.load()
	if err != nil {
		return err
	}

	if err := app.CheckBanks(list); err != nil {
		return err
	}

	return admin.work(ctx, func(a *app.App) error {
		err := a.KnownBanks(ctx, list)

		return report(out, err, "%d connections are complete\n", len(list))
	})
}

type bankStatementCmd struct {
	File    string `arg:"" type:"existingfile" help:"CSV file with the columns date, description, amount and type (CR or DB)."`
	Bank    string `required:"" help:"Code of the bank, as BBCA." placeholder:"CODE"`
	Account string `required:"" help:"Number of our account." placeholder:"NUMBER"`
}

func (c *bankStatementCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	if err := admin.needReason(); err != nil {
		return err
	}

	f, err := os.Open(c.File)
	if err != nil {
		return fmt.Errorf("statement: %w", err)
	}
	defer f.Close()

	lines, err := statement.Read(f)
	if err != nil {
		return err
	}

	return admin.work(ctx, func(a *app.App) error {
		added, err := a.Statements.Import(ctx, statement.Import{
			Bank: c.Bank, AccountNo: c.Account, Name: filepath.Base(c.File), Lines: lines, Actor: admin.actor(), Reason: admin.Reason,
		})

		return report(out, err, "%d lines, %d of them new\n", len(lines), added)
	})
}

type bankDifferencesCmd struct {
	Days int `help:"How many days back." default:"35"`
}

func (c *bankDifferencesCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.list(ctx, out, "day\tbank\taccount\tamount\tdifference\twhere", func(a *app.App) ([]string, error) {
		list, err := a.Statements.Differences(ctx, c.Days)

		return rows(list, err, func(d statement.Difference) string {
			return fmt.Sprintf("%s\t%s\t%s\t%s\t%s\t%s", d.Day, d.Bank, d.AccountNo, d.Amount, d.Kind, d.Where)
		})
	})
}
