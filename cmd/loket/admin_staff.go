package main

import (
	"context"
	"fmt"
	"io"

	"loket/internal/app"
	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/platform/clientid"
)

type staffCmd struct {
	List staffListCmd `cmd:"" help:"List the provider's staff."`
	Add  staffAddCmd  `cmd:"" help:"Make a user of staff; the password is shown once, and the first sign-in leads to one of the own and to a second factor."`
	Off  staffOffCmd  `cmd:"" help:"Close the account of a user of staff, and end the sessions."`
}

type staffListCmd struct{}

func (staffListCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.list(ctx, out, "id\tusername\tname\te-mail\troles\tactive\tlast used", func(a *app.App) ([]string, error) {
		list, err := a.Identity.Users(ctx, clientid.Provider)

		return rows(list, err, func(u identity.User) string {
			return fmt.Sprintf("%d\t%s\t%s\t%s\t%v\t%t\t%s", u.ID, u.Username, u.FullName, u.Email, u.RoleIDs, u.Active, when(u.LastUsedAt))
		})
	})
}

type staffAddCmd struct {
	Username string `arg:"" help:"Name for the sign-in."`
	Email    string `help:"E-mail." required:""`
	FullName string `help:"Name; the username when empty."`
	Role     string `help:"support, operations, finance, owner, or a role of staff that you made." required:""`
}

func (c *staffAddCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		role, err := a.Staff.RoleOf(ctx, c.Role)
		if err != nil {
			return err
		}

		_, password, err := a.Staff.AddStaffUser(ctx, admin.identityBy(), staff.NewStaffUser{
			Username: c.Username, FullName: c.FullName, Email: c.Email, RoleID: role,
		})

		return showPassword(out, err, c.Username, password, "7 days")
	})
}

type staffOffCmd struct {
	Username string `arg:"" help:"Name for the sign-in."`
}

func (c *staffOffCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		_, err := a.Staff.UpdateUser(ctx, admin.identityBy(), staff.UserChange{
			User: identity.UserRef{ClientID: clientid.Provider, Username: c.Username}, Active: new(false),
		})

		return report(out, err, "%s can't sign in any more\n", c.Username)
	})
}
