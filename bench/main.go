// Command bench measures Loket beside a limit or an alternative in the same
// run: figures that stand alone mean nothing on a shared machine. It prints a
// table and writes bench/results.json.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime/pprof"
	"strings"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == serving {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
		defer stop()

		if err := serveMain(ctx, os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1) //nolint:gocritic // the signal handler ends with the process
		}

		return
	}

	only := flag.String("only", "", "run the benchmarks whose name starts with this")
	rounds := flag.Int("rounds", 3, "rounds of each figure; the median counts")
	seconds := flag.Float64("seconds", 2, "length of one measurement")
	rows := flag.Int("rows", 10, "millions of orders of the big tables on PostgreSQL, half of it on SQLite")
	engine := flag.String("engine", "", "run on this engine alone: sqlite or postgres")
	out := flag.String("out", "bench/results.json", "where the results go")
	profile := flag.String("cpuprofile", "", "write a CPU profile here")
	servingProfile := flag.String("servingprofile", "", "write a CPU profile of the program measured by 1.2 here")
	binary := flag.String("binary", "bin/loket", "the built program, for 1.4")
	flag.Parse()

	if *profile != "" {
		f, err := os.Create(*profile)
		if err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}

		if err := pprof.StartCPUProfile(f); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		defer pprof.StopCPUProfile()
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	b := &bench{rounds: *rounds, seconds: *seconds, millions: *rows, out: *out, only: *only, engine: *engine, servingProfile: *servingProfile, binary: *binary}
	if err := b.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1) //nolint:gocritic // the signal handler ends with the process
	}
}

// suite is one numbered row of the table of goals.
type suite struct {
	name string
	run  func(ctx context.Context, b *bench) error
}

func suites() []suite {
	return []suite{
		{"1.1", placing},
		{"1.2", overHTTP},
		{"1.3", history},
		{"1.4", starting},
	}
}

func (b *bench) run(ctx context.Context) error {
	found := false

	for _, s := range suites() {
		if !strings.HasPrefix(s.name, b.only) && !strings.HasPrefix(b.only, s.name) {
			continue
		}

		found = true

		if err := s.run(ctx, b); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}

	if !found {
		return errors.New("no benchmark has this name")
	}

	return b.write()
}
