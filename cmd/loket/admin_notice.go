package main

import (
	"context"
	"fmt"
	"io"

	"loket/internal/app"
	"loket/internal/platform/inbox"
)

type noticeCmd struct {
	List noticeListCmd `cmd:"" help:"List notices of suppliers and banks, the newest first."`
	Show noticeShowCmd `cmd:"" help:"Show a notice as it came, and what became of it."`
}

type noticeListCmd struct {
	Source  string `help:"Of one sender: supplier:CODE or bank:CODE." placeholder:"SOURCE"`
	Subject string `help:"About one account, or one of our references at a supplier." placeholder:"TEXT"`
	Waiting bool   `help:"Only those that were not applied yet."`
	Limit   int    `help:"How many to list." default:"100" placeholder:"NUMBER"`
}

func (c *noticeListCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.list(ctx, out, "notice\tsource\tsubject\treceived\tapplied\tfailed\tresult", func(a *app.App) ([]string, error) {
		list, err := a.Inbox.List(ctx, inbox.Filter{Source: c.Source, Subject: c.Subject, Waiting: c.Waiting, Limit: c.Limit})

		return rows(list, err, func(r inbox.Record) string {
			return fmt.Sprintf("%s\t%s\t%s\t%s\t%s\t%d\t%s", r.ID, r.Source(), r.Subject, when(r.ReceivedAt), appliedText(r), r.Attempts, r.Result)
		})
	})
}

func appliedText(r inbox.Record) string {
	if r.AppliedAt.IsZero() {
		return "waits"
	}

	return when(r.AppliedAt)
}

type noticeShowCmd struct {
	Notice string `arg:"" help:"Id of the notice."`
}

func (c *noticeShowCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	return admin.work(ctx, func(a *app.App) error {
		r, err := a.Inbox.Get(ctx, c.Notice)

		return report(out, err, "%s about %s, received %s, applied %s, failed %d times\nresult: %s\nsays: %s\n\n%s\n",
			r.Source(), r.Subject, when(r.ReceivedAt), appliedText(r), r.Attempts, r.Result, r.Content, r.Body)
	})
}
