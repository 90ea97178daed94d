package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"loket/internal/app"
	"loket/internal/config"
	"loket/internal/dev/demo/launch"
	"loket/internal/platform/clock"
)

type simulateCmd struct {
	config.Log

	Data           string `help:"Folder of the suppliers' book and the mails." default:"data" env:"LOKET_DATA" type:"path"`
	SimulateListen string `help:"Address of the simulators." default:"127.0.0.1:8090" env:"LOKET_SIMULATE_LISTEN"`
	Callbacks      string `help:"Address of Loket, for the suppliers' notices." default:"http://127.0.0.1:8080" placeholder:"URL"`
}

func (c *simulateCmd) Run(ctx context.Context, stdout io.Writer) error {
	logger, flush := newLogger(c.Log)
	defer flush()

	simulators, err := launch.NewSimulators(c.Data, c.SimulateListen, c.Callbacks, clock.System{}, logger)
	if err != nil {
		return fmt.Errorf("simulate: %w", err)
	}

	if err := simulators.Start(ctx); err != nil {
		return fmt.Errorf("simulate: %w", err)
	}

	simulators.Bank().Connect(c.Callbacks, nil)

	_, _ = fmt.Fprintf(stdout, "loket: simulators on %s/\n", simulators.URL())

	<-ctx.Done()

	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), app.StopTime)
	defer cancel()

	if err := simulators.Stop(stop); err != nil && !errors.Is(err, context.Canceled) {
		return fmt.Errorf("simulate: %w", err)
	}

	return nil
}
