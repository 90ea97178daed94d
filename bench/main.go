// Command bench measures Loket beside a limit or an alternative in the same run,
// since absolute figures mean nothing on a shared machine. It prints a table and
// writes bench/results.json.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	"loket/internal/app"
	"loket/internal/platform/argon"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)

	err := command(ctx, os.Args[1:])

	stop()

	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func command(ctx context.Context, args []string) error {
	app.TuneMemory() // as the real program does

	if len(args) > 0 && args[0] == serving {
		return serveMain(ctx, args[1:])
	}

	if len(args) > 0 && args[0] == supplying {
		return supplyMain(ctx)
	}

	if len(args) > 0 && args[0] == hashing {
		return argon.Serve(os.Stdin, os.Stdout)
	}

	if len(args) > 0 && args[0] == exporting {
		return exportMain(ctx, args[1:])
	}

	b := &bench{}
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.StringVar(&b.only, "only", "", "run the suites of this name, or the figures whose name starts with this")
	flags.IntVar(&b.rounds, "rounds", 3, "rounds of each figure; the median counts")
	flags.Float64Var(&b.seconds, "seconds", 1, "length of one measurement")
	flags.IntVar(&b.millions, "rows", 10, "millions of rows of the big tables on PostgreSQL, half of it on SQLite (deposit and analytics: a tenth in a run of all)")
	flags.IntVar(&b.bulk, "bulk", loadOrders, "orders of the load in bulk that 1.1 and 1.2 stand beside")
	flags.StringVar(&b.engine, "engine", "", "run on this engine alone: sqlite or postgres")
	flags.StringVar(&b.out, "out", "bench/results.json", "where the results go")
	flags.StringVar(&b.binary, "binary", "bin/loket", "the built program, for 1.4")
	flags.StringVar(&b.servingProfile, "servingprofile", "", "write a CPU profile of the program measured by 1.2 here")
	profile := flags.String("cpuprofile", "", "write a CPU profile here")
	table := flags.String("table", "", "measure nothing: put the results into this document")

	if err := flags.Parse(args); err != nil {
		return err
	}

	if *table != "" {
		return writeTable(b.out, *table)
	}

	stop, err := profiled(*profile)
	if err != nil {
		return err
	}
	defer stop()

	return b.run(ctx)
}

// suite is one numbered row of the table of goals.
type suite struct {
	name string
	run  func(ctx context.Context, b *bench) error
}

// has reports whether a suite is or has what was asked for by name: 1.1 and 1.1-hot-64 are of 1.1, and neither is of 1.11.
func (s suite) has(only string) bool {
	return only == "" || strings.HasPrefix(s.name+"-", only+"-") || strings.HasPrefix(only, s.name+"-")
}

func suites() []suite {
	return []suite{
		{"1.1", placingInProcess},
		{"1.2", overHTTP},
		{"1.3", history},
		{"1.4", starting},
		{"1.5", exports},
		{"1.6", storm},
		{"1.7", paying},
		{"1.8", scheduling},
		{"1.8-list", measureNumberList},
		{"1.9", finishing},
		{"1.11", screens},
		{"deposit", deposits},
		{"settlement", payingLater},
		{"prices", priceList},
		{"analytics", analyticsFigures},
		{"reports", reports},
		{"shop", shops},
		{"shop-pages", shopPages},
		{"flood", floodsOfClient},
		{"citus", citus},
	}
}

func (b *bench) run(ctx context.Context) error {
	found := false

	for _, s := range suites() {
		if !s.has(b.only) {
			continue
		}

		found = true

		began := time.Now()

		if err := s.run(ctx, b); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}

		fmt.Printf("%s took %s\n", s.name, time.Since(began).Round(time.Second))
	}

	if !found {
		return errors.New("no benchmark has this name")
	}

	return b.write()
}
