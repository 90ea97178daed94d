// Command loket is the whole product: server, demo, simulators and staff commands.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"loket/internal/app"
	"loket/internal/config"
)

// serveCommand and doctorCommand list faults of every kind together.
const serveCommand, doctorCommand = "serve", "doctor"

// Exit codes.
const (
	exitFault = 1
	exitUsage = 2
)

type cli struct {
	Serve    serveCmd    `cmd:"" help:"Serve clients."`
	Demo     demoCmd     `cmd:"" help:"Start everything with demo data and simulated suppliers and mail server."`
	Init     initCmd     `cmd:"" help:"Make a new deployment: settings with secrets, database, a first client with a test key, a first owner of staff."`
	Migrate  migrateCmd  `cmd:"" help:"Bring the database to this program's schema."`
	Verify   verifyCmd   `cmd:"" help:"Prove the books; exit code 1 says that they do not hold."`
	Backup   backupCmd   `cmd:"" help:"Copy the database and the files into a folder of backups, while the program serves."`
	Restore  restoreCmd  `cmd:"" help:"Bring a backup back into an empty folder or database, and prove its books."`
	Doctor   doctorCmd   `cmd:"" help:"Look at all that a deployment needs, with the settings of serve; exit code 1 says that something fails."`
	Admin    adminCmd    `cmd:"" help:"The tools of staff; every change needs a reason."`
	Simulate simulateCmd `cmd:"" help:"Start only the simulated suppliers and mail server."`
	OpenAPI  openAPICmd  `cmd:"" name:"openapi" help:"Write the OpenAPI document."`
	Version  versionCmd  `cmd:"" help:"Print the version, the commit and its date."`
	Ready    readyCmd    `cmd:"" help:"Ask the program on this machine whether it takes orders; exit code 1 says no."`
	Hash     hashCmd     `cmd:"" hidden:"" help:"Hash passwords for the process that started this one."`

	Config      string           `help:"File of settings, LOKET_NAME=value a line." env:"LOKET_CONFIG" placeholder:"FILE"`
	VersionFlag kong.VersionFlag `name:"version" help:"Print the version and leave."`
}

func main() {
	app.TuneMemory()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)

	self, _ := os.Executable() // when it fails, passwords are hashed in this process

	code := run(ctx, program(self), os.Args[1:], os.Stdout, os.Stderr)

	stop()
	os.Exit(code)
}

// run is the program without its process. It returns the exit code.
func run(ctx context.Context, self program, args []string, stdout, stderr io.Writer) int {
	exited, wrong := -1, &usageErrors{}

	parser, err := kong.New(&cli{}, append(wrong.options(), kong.Name("loket"), kong.Description("Loket sells digital products and bill payments to businesses."),
		kong.Vars{"version": version}, kong.Writers(stdout, stderr), kong.Exit(func(code int) { exited = code }), kong.Bind(wrong, self),
		kong.BindTo(ctx, (*context.Context)(nil)), kong.BindTo(stdout, (*io.Writer)(nil)), kong.UsageOnError(), kong.ConfigureHelp(kong.HelpOptions{Compact: true}))...)
	if err != nil {
		return complain(stderr, err, exitUsage)
	}

	names := settingNames(parser.Model.Node)
	if err := config.CheckEnvironment(os.Environ(), names); err != nil {
		wrong.found = append(wrong.found, err)
	}

	if path := settingsFile(args); path != "" {
		if err := config.LoadFile(path, names); err != nil {
			wrong.found = append(wrong.found, err)
		}
	}

	parsed, err := parser.Parse(args)

	switch {
	case exited >= 0: // after --help or --version
		return exited
	case err != nil:
		return complain(stderr, errors.Join(wrong.err(), err), exitUsage)
	case fixedFlag(parsed) != nil:
		return complain(stderr, errors.Join(wrong.err(), fixedFlag(parsed)), exitUsage)
	case wrong.err() != nil && parsed.Command() != serveCommand && parsed.Command() != doctorCommand: // these list them with all others
		return complain(stderr, wrong.err(), exitUsage)
	}

	if err := parsed.Run(); err != nil {
		return complain(stderr, err, exitFault)
	}

	return 0
}

// fixedFlag reports a flag on the command line that only the environment or the file of settings may set.
func fixedFlag(parsed *kong.Context) error {
	for _, part := range parsed.Path {
		if part.Flag != nil && part.Flag.Tag.Has("setting") {
			return fmt.Errorf("--%s: is set by %s in the environment or the file of settings", part.Flag.Name, strings.Join(part.Flag.Envs, ", "))
		}
	}

	return nil
}

// settingsFile finds the settings file before the flags are parsed, since its values
// must be in the environment by then.
func settingsFile(args []string) string {
	const flag = "--config"

	for i, arg := range args {
		if arg == flag && i+1 < len(args) {
			return args[i+1]
		}

		if len(arg) > len(flag) && arg[:len(flag)+1] == flag+"=" {
			return arg[len(flag)+1:]
		}
	}

	return os.Getenv(config.FileVariable)
}

// complain prints an error with one fault in each line.
func complain(to io.Writer, err error, code int) int {
	for _, line := range lines(err) {
		_, _ = fmt.Fprintln(to, "loket:", line)
	}

	return code
}

// lines splits joined errors and removes duplicates.
func lines(err error) []string {
	out := []string{}

	for line := range strings.SplitSeq(err.Error(), "\n") {
		if line != "" && !slices.Contains(out, line) {
			out = append(out, line)
		}
	}

	return out
}
