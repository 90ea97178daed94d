package main

import (
	"context"
	"fmt"
	"io"

	"loket/internal/app"
	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/platform/secret"
)

type userCmd struct {
	List    userListCmd    `cmd:"" help:"List a client's users."`
	Create  userCreateCmd  `cmd:"" help:"Make a user; the password is shown once and must be changed at the first sign-in."`
	Update  userUpdateCmd  `cmd:"" help:"Change a user; what is not given stays."`
	Passwd  userPasswdCmd  `cmd:"" help:"Give a user a new password, shown once."`
	Expire  userExpireCmd  `cmd:"" help:"Make a user change the password at the next sign-in."`
	SignOut userSignOutCmd `cmd:"" name:"sign-out" help:"End all sessions of a user."`
}

// userRef is the argument that names a user.
type userRef struct {
	Client   int64  `arg:"" help:"Number of the client."`
	Username string `arg:"" help:"Name of the user."`
}

func (r userRef) ref() identity.UserRef {
	return identity.UserRef{ClientID: r.Client, Username: r.Username}
}

type userListCmd struct {
	Client int64 `arg:"" help:"Number of the client."`
}

func (c *userListCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.listOf(ctx, out, c.Client, "id\tusername\tname\te-mail\troles\tactive\texpired\tlast used", func(a *app.App) ([]string, error) {
		list, err := a.Identity.Users(ctx, c.Client)

		return rows(list, err, func(u identity.User) string {
			return fmt.Sprintf("%d\t%s\t%s\t%s\t%v\t%t\t%t\t%s", u.ID, u.Username, u.FullName, u.Email, u.RoleIDs, u.Active, u.PasswordExpired, when(u.LastUsedAt))
		})
	})
}

type userCreateCmd struct {
	userRef

	Email    string  `help:"E-mail." required:""`
	FullName string  `help:"Name; the username when empty."`
	Roles    []int64 `help:"Ids of its roles: 7 client root, 8 client user, or your own." default:"8"`
}

func (c *userCreateCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		_, password, err := a.Identity.CreateUser(ctx, admin.identityBy(), identity.NewUser{
			ClientID: c.Client, Username: c.Username, FullName: c.FullName, Email: c.Email, RoleIDs: c.Roles,
		})

		return showPassword(out, err, c.Username, password, "7 days")
	})
}

func showPassword(out io.Writer, err error, username string, password secret.Text, serves string) error {
	err = showOnce(out, err, "password of "+username, password)

	return report(out, err, "It works for %s and is changed at the first sign-in.\n", serves)
}

type userUpdateCmd struct {
	userRef

	Email    *string  `help:"E-mail."`
	FullName *string  `help:"Name."`
	Roles    *[]int64 `help:"Ids of all its roles."`
	Active   *bool    `help:"Whether the user may sign in." negatable:""`
	Reports  *bool    `help:"Whether the user sees the report tab." negatable:""`
}

func (c *userUpdateCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		_, err := a.Staff.UpdateUser(ctx, admin.identityBy(), staff.UserChange{
			User: c.ref(), Email: c.Email, FullName: c.FullName, RoleIDs: c.Roles, Active: c.Active, DepositEventNewReport: c.Reports,
		})

		return report(out, err, "user %s changed\n", c.Username)
	})
}

type userPasswdCmd struct{ userRef }

func (c *userPasswdCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		password, err := a.Staff.SetPassword(ctx, admin.identityBy(), c.ref(), "")

		return showPassword(out, err, c.Username, password, "24 hours")
	})
}

type userExpireCmd struct{ userRef }

func (c *userExpireCmd) Run(ctx context.Context, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error { return a.Staff.ExpirePassword(ctx, admin.identityBy(), c.ref()) })
}

type userSignOutCmd struct{ userRef }

func (c *userSignOutCmd) Run(ctx context.Context, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error { return a.Staff.EndSessions(ctx, admin.identityBy(), c.ref()) })
}
