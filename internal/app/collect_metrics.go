package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"loket/internal/platform/backup"
)

// measureReplica adds the metrics of the standby that is read, if there is one.
func (a *App) measureReplica() {
	if a.opt.Config.ReplicaURL == "" {
		return
	}

	a.metrics.Counter("db_replica_reads_total", "Long reads of the replica.", func() float64 { return float64(a.DB.ReplicaStats().Reads) })
	a.metrics.Counter("db_replica_missed_total", "Long reads of the primary because the replica lagged or did not answer.", func() float64 {
		return float64(a.DB.ReplicaStats().Instead)
	})
}

// measure adds the metrics of other parts.
func (a *App) measure() error {
	a.metrics.Build(a.opt.Version, a.opt.Commit)
	a.metrics.Gauge("hasher_running", "Password hashes that run now.", func() float64 { return float64(a.Identity.Hasher().Stats().Running) })
	a.metrics.Gauge("hasher_waiting", "Callers that wait for a password hash.", func() float64 {
		return float64(a.Identity.Hasher().Stats().Waiting)
	})

	a.metrics.Gauge("sign_ins_waiting", "Sign-ins that wait for their turn.", func() float64 { return float64(a.Identity.SignInsWaiting()) })
	a.metrics.Gauge("db_connections_in_use", "Connections of the pool that are in use.", func() float64 { return float64(a.DB.Stats().InUse) })
	a.metrics.Gauge("db_wait_seconds", "Time in all that callers waited for a connection.", func() float64 {
		return a.DB.Stats().WaitDuration.Seconds()
	})

	a.metrics.Gauge("db_batch_connections_in_use", "Connections of batches of orders that are in use (PostgreSQL).", func() float64 {
		return float64(a.DB.BatchStats().InUse)
	})
	a.metrics.Gauge("db_batch_wait_seconds", "Time in all that batches of orders waited for a connection (PostgreSQL).", func() float64 {
		return a.DB.BatchStats().Waited.Seconds()
	})

	a.measureReplica()

	a.metrics.Gauge("orders_waiting", "Orders that wait for their suppliers, counted about once a second.", func() float64 {
		return float64(a.Placing.Waiting())
	})

	a.metrics.Gauge("catalog_age_seconds", "How long ago this node compared its catalogue with the database. Usually under a second.", func() float64 {
		return a.Catalog.Age().Seconds()
	})
	a.metrics.Counter("catalog_refresh_failures_total", "Refreshes of this node's catalogue that failed and were tried again.", func() float64 {
		return float64(a.Catalog.Failures())
	})

	a.metrics.Counter("request_log_dropped_total", "Calls with API keys that this node did not log: too many waited, or the database took none.", func() float64 {
		return float64(a.Requests.Dropped())
	})
	a.metrics.Gauge("suspense_transfers", "Transfers of banks that came late or match nothing, until staff settle them.", a.suspense)

	if a.opt.Config.Backups != "" {
		a.metrics.Gauge("last_backup_timestamp_seconds", "When the newest backup was begun, in Unix time; 0 if there is none.", a.lastBackup)
	}

	if err := errors.Join(a.metrics.Register(newJobCollector(a)), a.metrics.Register(newEventCollector(a))); err != nil {
		return fmt.Errorf("metrics: %w", err)
	}

	return nil
}

// lastBackup is the moment of the newest backup in the folder of the settings, not a number if the folder can't be read.
func (a *App) lastBackup() float64 {
	newest, err := backup.Newest(a.opt.Config.Backups)

	switch {
	case err != nil:
		a.logger.Warn("could not look for the newest backup", slog.Any("error", err))

		return math.NaN()
	case newest.IsZero():
		return 0
	}

	return float64(newest.Unix())
}

// suspense is the number of transfers in suspense, not a number if the database doesn't answer.
func (a *App) suspense() float64 {
	ctx, cancel := context.WithTimeout(context.Background(), statsTime)
	defer cancel()

	_, transfers, err := a.Topups.Suspense(ctx)
	if err != nil {
		a.logger.LogAttrs(ctx, slog.LevelWarn, "could not count what is in suspense", slog.Any("error", err))

		return math.NaN()
	}

	return float64(transfers)
}

// jobCollector reads the queue once for all its metrics.
type jobCollector struct {
	app     *App
	ready   *prometheus.Desc
	age     *prometheus.Desc
	dead    *prometheus.Desc
	running *prometheus.Desc
	ended   *prometheus.Desc
}

func newJobCollector(a *App) *jobCollector {
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("loket_jobs_"+name, help, append([]string{"kind"}, labels...), nil)
	}

	return &jobCollector{
		app:     a,
		ready:   desc("ready", "Due jobs that wait."),
		age:     desc("oldest_seconds", "How long the first due job has waited."),
		dead:    desc("dead", "Jobs that were given up."),
		running: desc("running", "Jobs that run on this node."),
		ended:   desc("ended_total", "Runs that ended on this node.", "outcome"),
	}
}

// Describe implements prometheus.Collector.
func (c *jobCollector) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{c.ready, c.age, c.dead, c.running, c.ended} {
		out <- d
	}
}

// statsTime is the time limit for reading the queue: a scrape must not hang with the database.
const statsTime = 3 * time.Second

// Collect implements prometheus.Collector.
func (c *jobCollector) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), statsTime)
	defer cancel()

	stats, err := c.app.Jobs.Stats(ctx)
	if err != nil {
		c.app.logger.LogAttrs(ctx, slog.LevelWarn, "could not read job metrics", slog.Any("error", err))

		return
	}

	for _, k := range stats.Kinds {
		gauge := func(d *prometheus.Desc, v float64) {
			out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, k.Kind)
		}

		gauge(c.ready, float64(k.Ready))
		gauge(c.age, k.OldestAge.Seconds())
		gauge(c.dead, float64(k.Dead))
		gauge(c.running, float64(k.Running))

		for outcome, n := range map[string]int64{
			"done": k.Done, "retried": k.Retried, "snoozed": k.Snoozed, "dead": k.Died, "returned": k.Returned, "lost": k.Lost,
		} {
			out <- prometheus.MustNewConstMetric(c.ended, prometheus.CounterValue, float64(n), k.Kind, outcome)
		}
	}
}
