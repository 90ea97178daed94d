package main

import (
	"context"
	"fmt"
	"io"

	"loket/internal/app"
	"loket/internal/backoffice/clientfile"
	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/platform/language"
)

type clientCmd struct {
	List   clientListCmd   `cmd:"" help:"List all clients."`
	Create clientCreateCmd `cmd:"" help:"Make a client, without users and wallets."`
	Update clientUpdateCmd `cmd:"" help:"Change a client; what is not given stays."`
	Close  clientCloseCmd  `cmd:"" help:"Close a client: no sign-in, no orders, its wallets off."`
	Reopen clientReopenCmd `cmd:"" help:"Let a closed client sign in and order again; its wallets stay off."`
}

type clientListCmd struct{}

func (clientListCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.list(ctx, out, "id\tcode\tname\tactive\tfeatures\ttime zone\tlanguage", func(a *app.App) ([]string, error) {
		list, err := a.Identity.Clients(ctx)

		return rows(list, err, func(c identity.Client) string {
			return fmt.Sprintf("%d\t%s\t%s\t%t\t%v\t%s\t%s", c.ID, c.Code, c.Name, c.Active, c.Features.List(), c.TimeZone, c.Language)
		})
	})
}

type clientCreateCmd struct {
	ID        int64             `help:"Number of the client; the next free one when 0."`
	Code      string            `help:"Short name in links: small letters, digits, dashes." required:""`
	Name      string            `help:"Name." required:""`
	LegalName string            `help:"Name in law; the name when empty."`
	Email     string            `help:"Finance e-mail." required:""`
	TimeZone  string            `help:"Zone of its calendar days." default:"Asia/Jakarta"`
	Language  language.Language `help:"Language of its files and of mails to its finance e-mail: en or id." default:"en"`
	TaxNumber string            `help:"Tax number; without one WHT 22 is higher."`
	Features  []string          `help:"Features: corporate, unique-amount, connect."`
}

func (c *clientCreateCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		made, err := a.Staff.CreateClient(ctx, admin.identityBy(), staff.NewClient{
			ID: c.ID, Code: c.Code, Name: c.Name, LegalName: c.LegalName, EmailFinance: c.Email, TimeZone: c.TimeZone,
			Language: c.Language, TaxNumber: c.TaxNumber, Features: features(c.Features),
		})

		return report(out, err, "client %d made\n", made.ID)
	})
}

func features(names []string) []identity.Feature {
	out := []identity.Feature{}
	for _, n := range names {
		out = append(out, identity.Feature(n))
	}

	return out
}

type clientUpdateCmd struct {
	ID        int64              `arg:"" help:"Number of the client."`
	Code      *string            `help:"Short name in links."`
	Name      *string            `help:"Name."`
	LegalName *string            `help:"Name in law."`
	Email     *string            `help:"Finance e-mail."`
	TimeZone  *string            `help:"Zone of its calendar days."`
	Language  *language.Language `help:"Language of its files and of mails to its finance e-mail: en or id."`
	TaxNumber *string            `help:"Tax number."`
	Features  *[]string          `help:"All of its features."`
}

func (c *clientUpdateCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	change := staff.ClientChange{
		ID: c.ID, Code: c.Code, Name: c.Name, LegalName: c.LegalName, EmailFinance: c.Email, TimeZone: c.TimeZone,
		Language: c.Language, TaxNumber: c.TaxNumber,
	}

	if c.Features != nil {
		list := features(*c.Features)
		change.Features = &list
	}

	return admin.work(ctx, func(a *app.App) error {
		made, err := a.Staff.UpdateClient(ctx, admin.identityBy(), change)

		return report(out, err, "client %d changed\n", made.ID)
	})
}

type clientCloseCmd struct {
	ID        int64 `arg:"" help:"Number of the client."`
	Confirmed bool  `help:"What is open was read."`
}

func (c *clientCloseCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		open, err := a.ClientFiles.Open(ctx, c.ID)
		if err != nil {
			return err
		}

		_, _ = fmt.Fprintf(out, "open: %d orders, %d reviews, balance %s, %d invoices of %s, %d scheduled orders, %d requests, %d approvals\n",
			open.Orders, open.Reviews, open.Balance, open.Invoices, open.InvoiceAmount, open.Schedules, open.Requests, open.Approvals)

		err = a.ClientFiles.Close(ctx, admin.identityBy(), clientfile.CloseInput{ClientID: c.ID, Confirmed: c.Confirmed})

		return report(out, err, "client %d closed\n", c.ID)
	})
}

type clientReopenCmd struct {
	ID int64 `arg:"" help:"Number of the client."`
}

func (c *clientReopenCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		return report(out, a.ClientFiles.Reopen(ctx, admin.identityBy(), c.ID), "client %d is open; its wallets are off\n", c.ID)
	})
}

type roleCmd struct {
	List        roleListCmd        `cmd:"" help:"List all roles with their permissions."`
	Create      roleCreateCmd      `cmd:"" help:"Make a role."`
	Permissions rolePermissionsCmd `cmd:"" help:"Give a role exactly these permissions."`
}

type roleListCmd struct{}

func (roleListCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.list(ctx, out, "id\tname\tlabel\tpermissions", func(a *app.App) ([]string, error) {
		list, err := a.Identity.Roles(ctx)

		return rows(list, err, func(r identity.Role) string {
			return fmt.Sprintf("%d\t%s\t%s\t%v", r.ID, r.Name, r.Label, r.Permissions.List())
		})
	})
}

type roleCreateCmd struct {
	Name        string  `help:"Name: small letters, digits, underscores." required:""`
	Label       string  `help:"Name for people." required:""`
	Permissions []int64 `help:"Ids of its permissions."`
}

func (c *roleCreateCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		made, err := a.Staff.CreateRole(ctx, admin.identityBy(), staff.NewRole{Name: c.Name, Label: c.Label, Permissions: permissions(c.Permissions)})

		return report(out, err, "role %d made\n", made.ID)
	})
}

func permissions(numbers []int64) []identity.Permission {
	out := []identity.Permission{}
	for _, n := range numbers {
		out = append(out, identity.Permission(n))
	}

	return out
}

type rolePermissionsCmd struct {
	ID          int64   `arg:"" help:"Id of the role."`
	Permissions []int64 `arg:"" optional:"" help:"Ids of its permissions; none takes all away."`
}

func (c *rolePermissionsCmd) Run(ctx context.Context, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		return a.Staff.SetRolePermissions(ctx, admin.identityBy(), c.ID, permissions(c.Permissions))
	})
}

type keyCmd struct {
	List   keyListCmd   `cmd:"" help:"List a client's keys."`
	Make   keyMakeCmd   `cmd:"" help:"Make a key; it is shown once."`
	Revoke keyRevokeCmd `cmd:"" help:"Revoke a key at once."`
}

type keyListCmd struct {
	Client int64 `arg:"" help:"Number of the client."`
}

func (c *keyListCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.listOf(ctx, out, c.Client, "id\tkey\tmade\tlast used", func(a *app.App) ([]string, error) {
		list, err := a.Identity.APIKeys(ctx, c.Client)

		return rows(list, err, func(k identity.APIKey) string {
			return fmt.Sprintf("%d\t%s\t%s\t%s", k.ID, k.Masked(), when(k.CreatedAt), when(k.LastUsedAt))
		})
	})
}

type keyMakeCmd struct {
	Client int64 `arg:"" help:"Number of the client."`
}

func (c *keyMakeCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		made, key, err := a.Staff.MakeAPIKey(ctx, admin.identityBy(), c.Client)

		return showOnce(out, err, fmt.Sprintf("key %d", made.ID), key)
	})
}

type keyRevokeCmd struct {
	Client int64 `arg:"" help:"Number of the client."`
	ID     int64 `arg:"" help:"Id of the key."`
}

func (c *keyRevokeCmd) Run(ctx context.Context, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error { return a.Staff.RevokeAPIKey(ctx, admin.identityBy(), c.Client, c.ID) })
}
