package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"loket/internal/app"
	"loket/internal/platform/audit"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
)

type eventsCmd struct {
	List  eventsListCmd  `cmd:"" help:"List the events that are set aside."`
	Retry eventsRetryCmd `cmd:"" help:"Let a consumer try an event again now."`
	Drop  eventsDropCmd  `cmd:"" help:"Delete an event that is set aside: its consumer never handles it."`
}

type eventsListCmd struct {
	Consumer string `help:"Only this consumer."`
	Limit    int    `help:"At most so many." default:"100"`
}

func (c *eventsListCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.list(ctx, out, "consumer\tposition\tkind\tsubject\tclient\tset aside\tfailures\tnext try\tlast error", func(a *app.App) ([]string, error) {
		list, err := a.Events.Failures(ctx, c.Consumer, c.Limit)

		return rows(list, err, func(f event.Failure) string {
			next := "waits behind another"
			if !f.DueAt.IsZero() {
				next = when(f.DueAt)
			}

			return fmt.Sprintf("%s\t%d\t%s\t%s\t%d\t%s\t%d\t%s\t%s",
				f.Consumer, f.Position, f.Kind, f.Subject, f.ClientID, when(f.SetAsideAt), f.Failures, next, cmp.Or(oneLine(f.Error), "-"))
		})
	})
}

var errNoEvent = errors.New("no such event is set aside")

// asideEvent names an event that is set aside.
type asideEvent struct {
	Consumer string `arg:"" help:"Name of the consumer."`
	Position int64  `arg:"" help:"Position of the event."`
}

func (e asideEvent) change(
	ctx context.Context, admin *adminCmd, action string, do func(r *event.Record, tx *db.Tx) (bool, error),
) error {
	if err := admin.needReason(); err != nil {
		return err
	}

	return admin.work(ctx, func(a *app.App) error {
		return a.DB.Tx(ctx, func(tx *db.Tx) error {
			found, err := do(a.Events, tx)
			if err != nil {
				return err
			}

			if !found {
				return errNoEvent
			}

			return audit.Write(ctx, tx, a.Clock.Now(), audit.Entry{
				Actor: admin.actor(), Action: action, Subject: fmt.Sprintf("event:%s:%d", e.Consumer, e.Position), Reason: admin.Reason,
			})
		})
	})
}

type eventsRetryCmd struct{ asideEvent }

func (c *eventsRetryCmd) Run(ctx context.Context, admin *adminCmd) error {
	return c.change(ctx, admin, "event.retry", func(r *event.Record, tx *db.Tx) (bool, error) { return r.RetryTx(ctx, tx, c.Consumer, c.Position) })
}

type eventsDropCmd struct{ asideEvent }

func (c *eventsDropCmd) Run(ctx context.Context, admin *adminCmd) error {
	return c.change(ctx, admin, "event.drop", func(r *event.Record, tx *db.Tx) (bool, error) { return r.DropTx(ctx, tx, c.Consumer, c.Position) })
}

// oneLine has the words of a text in one line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
