package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"loket/internal/app"
	"loket/internal/platform/audit"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
)

type jobsCmd struct {
	List  jobsListCmd  `cmd:"" help:"List the jobs that were given up."`
	Retry jobsRetryCmd `cmd:"" help:"Let a job be tried again, with all its attempts."`
	Drop  jobsDropCmd  `cmd:"" help:"Delete a job that was given up."`
}

type jobsListCmd struct {
	Kind  string `help:"Only this kind."`
	After int64  `help:"Only ids above this one."`
	Limit int    `help:"At most so many." default:"100"`
}

func (c *jobsListCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.list(ctx, out, "id\tkind\tattempts\tgiven up\targuments\tlast error", func(a *app.App) ([]string, error) {
		list, err := a.Jobs.Dead(ctx, c.Kind, c.After, c.Limit)

		return rows(list, err, func(j job.DeadJob) string {
			return fmt.Sprintf("%d\t%s\t%d\t%s\t%s\t%s", j.ID, j.Kind, j.Attempt, when(j.DiedAt), j.Args, j.LastError)
		})
	})
}

var errNoJob = errors.New("no such job was given up")

// deadJob changes a job in the dead letters.
type deadJob func(ctx context.Context, tx *db.Tx, id int64) (bool, error)

func (c *adminCmd) changeJob(ctx context.Context, id int64, action string, pick func(a *app.App) deadJob) error {
	if err := c.needReason(); err != nil {
		return err
	}

	return c.work(ctx, func(a *app.App) error {
		return a.DB.Tx(ctx, func(tx *db.Tx) error {
			found, err := pick(a)(ctx, tx, id)
			if err != nil {
				return err
			}

			if !found {
				return errNoJob
			}

			return audit.Write(ctx, tx, a.Clock.Now(), audit.Entry{
				Actor: c.actor(), Action: action, Subject: "job:" + strconv.FormatInt(id, 10), Reason: c.Reason,
			})
		})
	})
}

type jobsRetryCmd struct {
	ID int64 `arg:"" help:"Id of the job."`
}

func (c *jobsRetryCmd) Run(ctx context.Context, admin *adminCmd) error {
	return admin.changeJob(ctx, c.ID, "job.retry", func(a *app.App) deadJob { return a.Jobs.RetryDead })
}

type jobsDropCmd struct {
	ID int64 `arg:"" help:"Id of the job."`
}

func (c *jobsDropCmd) Run(ctx context.Context, admin *adminCmd) error {
	return admin.changeJob(ctx, c.ID, "job.drop", func(a *app.App) deadJob { return a.Jobs.DropDead })
}
