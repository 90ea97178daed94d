package job

import (
	"context"
	"time"
)

// RenewAll renews the lease of every run, as the heartbeat does for long ones.
func (q *Queue) RenewAll(ctx context.Context) {
	q.renew(ctx, q.clk.Now().Add(24*time.Hour))
}

// Holder returns the queue's name in the table.
func (q *Queue) Holder() string { return q.holder }
