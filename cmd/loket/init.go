package main

import (
	"bufio"
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"loket/internal/app"
	"loket/internal/catalog/sheets"
	"loket/internal/config"
	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/money/wallet"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/secret"
)

// initCmd makes a deployment that works: settings, database, a first client with all that it needs for a test order, a first owner of staff.
type initCmd struct {
	config.Database

	File        string `arg:"" help:"Settings file to write; it must not exist." type:"path"`
	PublicURL   string `help:"Address that browsers will use, as https://loket.example.com." placeholder:"URL"`
	ClientCode  string `help:"Short name of the first client in links: small letters, digits, dashes." placeholder:"CODE"`
	ClientName  string `help:"Name of the first client." placeholder:"TEXT"`
	ClientEmail string `help:"Finance e-mail of the first client, also that of its first user." placeholder:"ADDRESS"`
	Username    string `help:"Name of the first client's first user, who may do everything in its account." default:"root"`
	OwnerEmail  string `help:"E-mail of the first owner among the provider's staff." placeholder:"ADDRESS"`
	Owner       string `help:"Name of this owner for the sign-in." default:"owner"`
	Sample      bool   `help:"Put three products into the catalogue." default:"true" negatable:""`
}

//go:embed sample/*.csv
var sample embed.FS

// initReason stands in the audit log beside all that init makes.
const initReason = "loket init"

// Run asks for what no flag gives, if a person is there to answer.
func (c *initCmd) Run(ctx context.Context, stdout io.Writer) error {
	if stat, err := os.Stdin.Stat(); err == nil && stat.Mode()&os.ModeCharDevice != 0 {
		if err := c.ask(os.Stdin, stdout); err != nil {
			return fmt.Errorf("init: %w", err)
		}
	}

	if err := c.check(ctx); err != nil {
		return err // a fault a line
	}

	if err := c.run(ctx, stdout); err != nil {
		return fmt.Errorf("init: %w", err)
	}

	return nil
}

// question is something that init needs to know.
type question struct {
	flag, text string
	into       *string
}

func (c *initCmd) questions() []question {
	return []question{
		{"public-url", "Address that browsers will use (https://loket.example.com)", &c.PublicURL},
		{"client-code", "Short name of the first client (small letters, digits, dashes)", &c.ClientCode},
		{"client-name", "Name of the first client", &c.ClientName},
		{"client-email", "Finance e-mail of the first client", &c.ClientEmail},
		{"owner-email", "E-mail of the first owner among your staff", &c.OwnerEmail},
	}
}

// ask puts the questions that no flag answers. At the end of the input the rest stays empty.
func (c *initCmd) ask(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)

	for _, q := range c.questions() {
		for *q.into == "" {
			_, _ = fmt.Fprintf(out, "%s: ", q.text)

			if !lines.Scan() {
				return lines.Err()
			}

			*q.into = strings.TrimSpace(lines.Text())
		}
	}

	return nil
}

// check lists all that is missing or wrong before anything is made.
func (c *initCmd) check(ctx context.Context) error {
	found := []error{}

	for _, q := range c.questions() {
		if *q.into == "" {
			found = append(found, fmt.Errorf("--%s: is missing", q.flag))
		}
	}

	if len(found) > 0 {
		return errors.Join(found...)
	}

	client := identity.Client{
		Code: c.ClientCode, Name: c.ClientName, LegalName: c.ClientName, EmailFinance: c.ClientEmail, TimeZone: clock.DefaultZone, Language: language.Indonesian,
	}
	user := identity.User{Username: c.Username, FullName: c.Username, Email: c.ClientEmail}
	owner := identity.User{Username: c.Owner, FullName: c.Owner, Email: c.OwnerEmail}

	found = append(found, faultsOf(client.Check(), map[string]string{"code": "client-code", "name": "client-name", "emailFinance": "client-email"})...)
	found = append(found, faultsOf(user.Check(), map[string]string{"username": "username"})...)
	found = append(found, faultsOf(owner.Check(), map[string]string{"username": "owner", "email": "owner-email"})...)
	found = append(found, config.CheckPlace(c.Database, c.PublicURL))

	if _, err := os.Lstat(c.File); err == nil {
		found = append(found, fmt.Errorf("%s exists; init writes a new file", c.File))
	}

	if err := db.CheckEmpty(ctx, db.Options{URL: c.DSN()}); err != nil {
		found = append(found, fmt.Errorf("%w; for a database that is in use there is loket admin", err))
	}

	return errors.Join(found...)
}

// faultsOf names the flags of fields. Fields without one repeat the fault of another.
func faultsOf(fields []fault.Field, flags map[string]string) []error {
	found := []error{}

	for _, f := range fields {
		if flag, ok := flags[f.Field]; ok {
			found = append(found, fmt.Errorf("--%s: %s", flag, f.Message))
		}
	}

	return found
}

func (c *initCmd) run(ctx context.Context, stdout io.Writer) (err error) {
	conf, text := c.settings()

	if err := writeSettings(c.File, text); err != nil {
		return err
	}

	defer func() {
		if err != nil { // another try makes other secrets
			err = errors.Join(err, os.Remove(c.File), errors.New("what was made in the database is not complete: delete it before another try"))
		}
	}()

	if err := makeFolder(c.Database); err != nil {
		return err
	}

	logger, flush := newLogger(config.Log{LogLevel: "warn", LogFormat: "text"})
	defer flush()

	a, err := app.New(ctx, app.Options{Config: conf, Logger: logger, Version: version, Command: true, Migrate: true})
	if err != nil {
		return err
	}

	a.StartForCommand(ctx)

	made, err := c.fill(ctx, a)

	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), app.StopTime)
	defer cancel()

	if err := errors.Join(explain(err), a.Stop(stop)); err != nil {
		return err
	}

	return c.report(stdout, made)
}

// madeByInit is what can't be shown again.
type madeByInit struct {
	client               int64
	user, owner, testKey secret.Text
}

func (c *initCmd) fill(ctx context.Context, a *app.App) (made madeByInit, err error) {
	by := (&adminCmd{Reason: initReason}).identityBy()

	if err := errors.Join(a.Identity.EnsureRoles(ctx), a.Identity.EnsureProvider(ctx), a.Topups.EnsureBanks(ctx)); err != nil {
		return made, err
	}

	client, err := a.Staff.CreateClient(ctx, by, staff.NewClient{
		Code: c.ClientCode, Name: c.ClientName, EmailFinance: c.ClientEmail, TimeZone: clock.DefaultZone, Language: language.Indonesian,
	})
	if err != nil {
		return made, err
	}

	made.client = client.ID

	for _, t := range wallet.Types() {
		if _, err := a.Wallets.Create(ctx, wallet.CreateInput{ClientID: client.ID, Type: t, Actor: by.Actor, Reason: initReason}); err != nil {
			return made, err
		}
	}

	if _, made.user, err = a.Identity.CreateUser(ctx, by, identity.NewUser{
		ClientID: client.ID, Username: c.Username, Email: c.ClientEmail, RoleIDs: []int64{identity.ClientRootID},
	}); err != nil {
		return made, err
	}

	if _, made.owner, err = a.Staff.AddStaffUser(ctx, by, staff.NewStaffUser{Username: c.Owner, Email: c.OwnerEmail, RoleID: identity.StaffOwnerID}); err != nil {
		return made, err
	}

	made.testKey = identity.MakeTestKey()
	if err := a.Sandbox.AddKnownKey(ctx, by, identity.NewKey{ClientID: client.ID, Key: made.testKey}); err != nil {
		return made, err
	}

	if c.Sample {
		err = c.importSample(ctx, a)
	}

	return made, err
}

// importSample puts the sample into the catalogue, which is empty.
func (c *initCmd) importSample(ctx context.Context, a *app.App) error {
	by := (&adminCmd{Reason: initReason}).by()

	for _, table := range []sheets.Table{sheets.OperatorTable, sheets.ProductTable} {
		text, err := sample.ReadFile("sample/" + string(table) + ".csv")
		if err != nil {
			return fmt.Errorf("sample: %w", err)
		}

		if _, err := a.Sheets.Import(ctx, table, bytes.NewReader(text), nil, by); err != nil {
			return err
		}
	}

	return nil
}

func (c *initCmd) report(out io.Writer, made madeByInit) error {
	_, err := fmt.Fprintf(out, `loket: the settings are in %[1]s, for its owner alone
loket: the database is ready; client %[2]d (%[3]s) has its wallets

Keep these now: they can't be shown again.
  user      %[4]s of client %[2]d
  password  %[5]s (changed at the first sign-in, within 7 days)
  test key  %[6]s (its orders reach no supplier)
  staff     %[7]s, at http://%[9]s/
  password  %[8]s (as above; the first sign-in also leads to a second factor)

Next: loket serve --config %[1]s
`, c.File, made.client, c.ClientCode, c.Username, made.user.Reveal(), made.testKey.Reveal(), c.Owner, made.owner.Reveal(), staffAddress)
	if err != nil {
		return fmt.Errorf("print the passwords: %w", err)
	}

	return nil
}
