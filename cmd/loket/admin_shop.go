package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"loket/internal/app"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/shop/storefront"
)

type shopCmd struct {
	Show      shopShowCmd      `cmd:"" help:"Show the shop of a client."`
	Assign    shopAssignCmd    `cmd:"" help:"Set the operators whose products the shop of a client may offer; without any, all that have fixed prices."`
	Unpublish shopUnpublishCmd `cmd:"" help:"Hide the shop of a client from shoppers. The client can publish it again."`
}

// shopClient is the argument that names a client.
type shopClient struct {
	Client int64 `arg:"" help:"Number of the client."`
}

func (c shopClient) by(admin *adminCmd) storefront.By {
	return storefront.By{ClientID: c.Client, Actor: admin.actor(), Reason: admin.Reason}
}

type shopShowCmd struct{ shopClient }

func (c *shopShowCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error { return c.print(ctx, out, a) })
}

// print writes a line about the shop and one about its operators.
func (c shopClient) print(ctx context.Context, out io.Writer, a *app.App) error {
	if err := requireClient(ctx, a, c.Client); err != nil {
		return err
	}

	operators, err := a.Shops.Operators(ctx, c.Client)
	if err != nil {
		return fmt.Errorf("admin: %w", err)
	}

	codes := make([]string, len(operators))
	for i, o := range operators {
		codes[i] = o.Code
	}

	line := fmt.Sprintf("client %d has no shop yet", c.Client)

	shop, err := a.Shops.Get(ctx, c.Client)

	switch {
	case err == nil && shop.IsPublished:
		line = fmt.Sprintf("shop of client %d: %q, published at /%s", c.Client, shop.Content.Name, shop.ClientCode)
	case err == nil:
		line = fmt.Sprintf("shop of client %d: %q, not published", c.Client, shop.Content.Name)
	case !fault.ErrNotFound.Is(err):
		return fmt.Errorf("admin: %w", err)
	}

	_, err = fmt.Fprintf(out, "%s\noperators: %s\n", line, strings.Join(codes, " "))

	return err
}

type shopAssignCmd struct {
	shopClient

	Operators []string `arg:"" optional:"" help:"Codes of operators, as MLBB."`
}

func (c *shopAssignCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	if err := admin.needReason(); err != nil {
		return err
	}

	return admin.work(ctx, func(a *app.App) error {
		if err := requireClient(ctx, a, c.Client); err != nil {
			return err
		}

		if err := a.Shops.Assign(ctx, c.by(admin), c.Operators); err != nil {
			return fmt.Errorf("admin: %w", err)
		}

		return c.print(ctx, out, a)
	})
}

type shopUnpublishCmd struct{ shopClient }

func (c *shopUnpublishCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	if err := admin.needReason(); err != nil {
		return err
	}

	return admin.work(ctx, func(a *app.App) error {
		shop, err := a.Shops.Get(ctx, c.Client)
		if fault.ErrNotFound.Is(err) {
			return fault.ErrNotFound.Msg(language.Literal("The client has no shop"))
		}

		if err == nil {
			_, err = a.Shops.Publish(ctx, c.by(admin), shop.ID, false)
		}

		if err != nil {
			return fmt.Errorf("admin: %w", err)
		}

		return c.print(ctx, out, a)
	})
}
