package app

import (
	"context"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"
)

// eventCollector reads once how far all consumers of events are behind.
type eventCollector struct {
	app    *App
	unread *prometheus.Desc
	oldest *prometheus.Desc
	aside  *prometheus.Desc
}

func newEventCollector(a *App) *eventCollector {
	desc := func(name, help string) *prometheus.Desc {
		return prometheus.NewDesc("loket_events_"+name, help, []string{"consumer"}, nil)
	}

	return &eventCollector{
		app:    a,
		unread: desc("unread", "Events that a consumer has not read."),
		oldest: desc("oldest_seconds", "Age of the first event that a consumer has not read."),
		aside:  desc("set_aside", "Events that a consumer failed at, and those that wait behind them."),
	}
}

// Describe implements prometheus.Collector.
func (c *eventCollector) Describe(out chan<- *prometheus.Desc) {
	out <- c.unread

	out <- c.oldest

	out <- c.aside
}

// Collect implements prometheus.Collector.
func (c *eventCollector) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), statsTime)
	defer cancel()

	list, err := c.app.Events.Stats(ctx)
	if err != nil {
		c.app.logger.LogAttrs(ctx, slog.LevelWarn, "could not read the metrics of events", slog.Any("error", err))

		return
	}

	for _, s := range list {
		out <- prometheus.MustNewConstMetric(c.unread, prometheus.GaugeValue, float64(s.Unread), s.Consumer)

		out <- prometheus.MustNewConstMetric(c.oldest, prometheus.GaugeValue, s.Age.Seconds(), s.Consumer)

		out <- prometheus.MustNewConstMetric(c.aside, prometheus.GaugeValue, float64(s.SetAside), s.Consumer)
	}
}
