package testkit

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"loket/internal/platform/db"
)

// citusSwitch lets every test that runs on PostgreSQL run on Citus instead. It is 1 for a cluster of each package's own, or has the folders of
// one that runs (Cluster.Folders): a run of many packages shares it, since it takes as long to start as the tests of a package.
const citusSwitch = "LOKET_TEST_CITUS"

// OnCitus reports whether databases of PostgreSQL are spread over the servers of a Citus in this run.
func OnCitus() bool { return os.Getenv(citusSwitch) != "" }

// NotOnCitus skips a test that is about a single server of PostgreSQL, and says why.
func NotOnCitus(t testing.TB, why string) {
	t.Helper()

	if OnCitus() {
		t.Skip("not on Citus: " + why)
	}
}

// Engines are those of EachEngine, by the names of its tests.
func Engines() iter.Seq2[string, db.Engine] {
	return func(yield func(string, db.Engine) bool) {
		if OnCitus() {
			yield("citus", db.Postgres)

			return
		}

		_ = yield(db.SQLite.String(), db.SQLite) && yield(db.Postgres.String(), db.Postgres)
	}
}

// databases makes databases for tests.
type databases interface {
	NewDatabase(ctx context.Context) (url string, err error)
	forget(url string) // after the test
	Stop() error
}

func startDatabases() (databases, error) {
	if folders := os.Getenv(citusSwitch); strings.Contains(folders, string(os.PathListSeparator)) {
		return runningCluster(folders), nil
	}

	if OnCitus() {
		c, err := StartCluster(false)
		if err != nil {
			return nil, fmt.Errorf("%s asks for tests on Citus: %w", citusSwitch, err) // not a nil *Cluster, which is a value
		}

		return c, nil
	}

	s, err := StartServer(false)
	if err != nil {
		return nil, err
	}

	return s, nil
}

// Cluster is a Citus: a coordinator, which programs connect to, and two workers, which have the rows of clients.
type Cluster struct {
	nodes []*Server // the coordinator first

	settings []string
	count    atomic.Int64
	owner    string // of databases, in their names
}

// clusterNodes is how many servers a cluster has.
const clusterNodes = 3

// citusSettings are those that Citus needs, and 4 shards: enough to stand on both workers, and few to make for each test.
// Each database has a worker process of Citus on each server.
var citusSettings = []string{
	"shared_preload_libraries=citus",
	"wal_level=logical",
	"output_plugin_libraries=pgoutput, citus",
	"max_prepared_transactions=300",
	"max_worker_processes=300",
	"citus.recover_2pc_interval=5s",
	"citus.shard_count=4",
	"citus.enable_unsafe_triggers=on", // ours look at their own row alone
	"citus.node_conninfo=sslmode=disable",
	"shared_buffers=64MB",
}

// drillSettings are those of a durable cluster: WAL is archived from BackUp on.
var drillSettings = []string{"archive_mode=on", "archive_command=test ! -d ../archive || cp %p ../archive/%f"}

// ErrNoCitus means that the PostgreSQL of the tests can't load the extension.
var ErrNoCitus = errors.New("PostgreSQL can't load Citus (tools/scripts/citus.sh makes one that does)")

// StartCluster makes and starts the servers, which find each other by their sockets. A durable one keeps PostgreSQL's default settings for
// commits, which drills and benchmarks need. Further settings come last. It fails with ErrNoCitus.
func StartCluster(durable bool, further ...string) (*Cluster, error) {
	c := &Cluster{settings: slices.Concat(citusSettings, fastSettings, further)}
	if durable {
		c.settings = slices.Concat(citusSettings, drillSettings, further)
	}

	err := c.create()
	if err == nil {
		err = c.each((*Server).start)
	}

	if err == nil {
		err = c.makeTemplate()
	}

	if err != nil {
		return nil, errors.Join(err, c.Stop())
	}

	return c, nil
}

// runningCluster is one that another program has started.
func runningCluster(folders string) *Cluster {
	c := &Cluster{owner: strconv.Itoa(os.Getpid()) + "_"}

	for _, dir := range filepath.SplitList(folders) {
		c.nodes = append(c.nodes, &Server{dir: dir})
	}

	return c
}

// Folders is the variable of the environment with which the tests of other programs use this cluster.
func (c *Cluster) Folders() string {
	return citusSwitch + "=" + strings.Join(c.Dirs(), string(os.PathListSeparator))
}

// create makes the folders of all servers.
func (c *Cluster) create() error {
	for range clusterNodes {
		s, err := newServer("")
		if err != nil {
			return err
		}

		c.nodes = append(c.nodes, s)
	}

	first := c.nodes[0]
	if err := errors.Join(first.create(c.settingsOf(first)), first.hasCitus()); err != nil {
		return err
	}

	for _, s := range c.nodes[1:] { // initdb takes longer than a copy
		for _, arg := range first.args {
			s.args = append(s.args, strings.ReplaceAll(arg, first.dir, s.dir))
		}

		copying := exec.Command("cp", "-a", filepath.Join(first.dir, "data"), s.dir)
		copying.SysProcAttr = &syscall.SysProcAttr{Credential: s.cred}

		if out, err := copying.CombinedOutput(); err != nil {
			return fmt.Errorf("copy a server's folder: %w: %s", err, out)
		}
	}

	return nil
}

// settingsOf are the settings of a server. It calls itself by its socket, too, when shards are moved.
func (c *Cluster) settingsOf(s *Server) []string {
	return append(slices.Clone(c.settings), "citus.local_hostname="+s.dir)
}

// hasCitus lets PostgreSQL load the extension, which must be there and fit its version.
func (s *Server) hasCitus() error {
	loading := exec.Command(filepath.Join(s.bin, "postgres"), append(slices.Clone(s.args), "-C", "shared_memory_size")...)
	loading.SysProcAttr = &syscall.SysProcAttr{Credential: s.cred}

	if out, err := loading.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %w: %s", ErrNoCitus, err, out)
	}

	return nil
}

// Dirs are the folders of the servers, the coordinator's first.
func (c *Cluster) Dirs() []string {
	dirs := make([]string, len(c.nodes))
	for i, s := range c.nodes {
		dirs[i] = s.dir
	}

	return dirs
}

// WarmUp warms all servers up.
func (c *Cluster) WarmUp(ctx context.Context) error {
	return c.each(func(s *Server) error { return s.WarmUp(ctx) })
}

// each does something with all servers at once.
func (c *Cluster) each(do func(s *Server) error) error {
	var running sync.WaitGroup

	errs := make([]error, len(c.nodes))

	for i, s := range c.nodes {
		running.Go(func() { errs[i] = do(s) })
	}

	running.Wait()

	return errors.Join(errs...)
}

// makeTemplate makes the database from which all others are cloned on each server. Clones work, since all that Citus knows
// about a database stands in tables of it, and servers find each other's part by its name.
func (c *Cluster) makeTemplate() error {
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()

	err := c.each(func(s *Server) error {
		return errors.Join(s.admin(ctx, "CREATE DATABASE "+template), s.run(ctx, template, "CREATE EXTENSION citus"))
	})
	if err != nil {
		return err
	}

	first := c.nodes[0]

	if err := first.run(ctx, template, "SELECT citus_set_coordinator_host($1, 5432)", first.dir); err != nil {
		return err
	}

	for _, s := range c.nodes[1:] {
		if err := first.run(ctx, template, "SELECT citus_add_node($1, 5432)", s.dir); err != nil {
			return err
		}
	}

	if _, err := db.Migrate(ctx, db.Options{URL: first.url(template)}); err != nil {
		return fmt.Errorf("migrate the template: %w", err)
	}

	if _, err := db.Distribute(ctx, db.Options{URL: first.url(template)}); err != nil {
		return err
	}

	// Citus's own process would keep the template busy. It comes back with the next connection, and there is none.
	return c.each(func(s *Server) error {
		s.end()

		return s.start()
	})
}

// NewDatabase clones the template on each server and returns the URL of the coordinator's clone.
func (c *Cluster) NewDatabase(ctx context.Context) (string, error) {
	name := "test_" + c.owner + strconv.FormatInt(c.count.Add(1), 10)

	err := c.each(func(s *Server) error {
		return s.admin(ctx, "CREATE DATABASE "+name+" TEMPLATE "+template+" STRATEGY file_copy")
	})

	return c.nodes[0].url(name), err
}

// forget drops a database, so that Citus's processes for it end. One that can't be dropped any more harms nobody.
func (c *Cluster) forget(url string) {
	name := strings.TrimSuffix(strings.TrimPrefix(url, "postgres://loket@/"), "?host="+c.nodes[0].dir)

	_ = c.each(func(s *Server) error {
		return s.admin(context.Background(), "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)")
	})
}

// Stop ends the servers and removes their folders, unless another program has started them.
func (c *Cluster) Stop() error {
	if c.owner != "" {
		return nil
	}

	return c.each((*Server).Stop)
}
