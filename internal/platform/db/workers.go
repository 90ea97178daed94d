package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// workersFor is how long the places of clients' rows are taken as known. A batch at an old place is right, too: Citus passes it on.
	workersFor = 5 * time.Second
	// workersAgain is the wait for the next look while the worker of a batch can't be used.
	workersAgain = time.Second
	// workerTime bounds a look at the workers, in which each is connected to. firstLook is how much of the first one a batch waits for.
	workerTime = 3 * time.Second
	firstLook  = time.Second
)

// workers are the servers of a Citus that have the rows of clients, with connections to them. A batch of one client's part goes to its worker itself
// (BatchOf): the coordinator then has no work with it, and it is committed by one server. Each server of a Citus knows where all rows stand, so a batch
// at another worker than that of its rows is passed on, and right.
//
// A worker that this program can't reach, or that is not the one of the cluster, is passed over: its batches go to the coordinator, as all others do.
type workers struct {
	db        *DB
	addresses map[string]string // of workers as this program sees them, by those that the cluster has

	places  atomic.Pointer[workerPlaces]
	looking atomic.Bool
	first   chan struct{} // closed after the first look
	started sync.Once

	life context.Context //nolint:containedctx // of the looks; ends with Close
	end  context.CancelFunc
	runs sync.WaitGroup

	mu    sync.Mutex // held by looks
	known map[string]*worker
}

// workerPlaces are the workers of the shards; nil for one that can't be used.
type workerPlaces struct {
	shards  shards
	workers []*worker
	readAt  time.Time
}

// worker is a server with rows of clients.
type worker struct {
	group int64 // its number in the cluster
	pool  *pgxpool.Pool
	ready atomic.Bool // it answered in the last look, and no connection to it broke since then
}

func newWorkers(d *DB, addresses map[string]string) *workers {
	life, end := context.WithCancel(context.Background())

	return &workers{db: d, addresses: addresses, life: life, end: end, first: make(chan struct{}), known: map[string]*worker{}}
}

// BatchOf is Batch for a transaction that needs nothing but rows of the part of the database that has a client's rows (Part), and tables of which each
// server has a copy. On a Citus it goes to the worker of this part. A table that stands on the coordinator must not be in it: the numbers of its rows
// would come from another sequence.
func (d *DB) BatchOf(ctx context.Context, client int64, fn func(b *Batch) error) error {
	if !d.Distributed() {
		return d.Batch(ctx, fn)
	}

	return retry(ctx, func() error {
		return d.retryOnNewShards(ctx, func() error {
			w, conn := d.workers.acquire(ctx, client)
			if conn == nil {
				return d.postgresBatch(ctx, fn)
			}
			defer conn.Release()

			err := d.batchOn(ctx, &Batch{db: d, engine: Postgres, conn: conn.Conn(), direct: true}, fn)

			if conn.Conn().IsClosed() {
				w.ready.Store(false)
			}

			return err
		})
	})
}

// acquire returns a connection to the worker with a client's rows, or none if the batch is to go to the coordinator.
func (ws *workers) acquire(ctx context.Context, client int64) (*worker, *pgxpool.Conn) {
	w := ws.of(ctx, client)
	if w == nil || !w.ready.Load() {
		ws.lookAfter(workersAgain)

		return nil, nil
	}

	conn, err := w.pool.Acquire(ctx)
	if err != nil {
		w.ready.Store(ctx.Err() != nil && w.ready.Load()) // the batch's time may have run out while it waited for others

		return nil, nil
	}

	return w, conn
}

// of is the worker with a client's rows, as it was known at the last look.
func (ws *workers) of(ctx context.Context, client int64) *worker {
	ws.lookAfter(workersFor)

	p := ws.places.Load()
	if p == nil {
		select {
		case <-ws.first:
		case <-ctx.Done():
		case <-time.After(firstLook):
		}

		if p = ws.places.Load(); p == nil {
			return nil
		}
	}

	if n := p.shards.of(client); n >= 0 && n < len(p.workers) {
		return p.workers[n]
	}

	return nil
}

// lookAfter begins a look if the last one was so long ago.
func (ws *workers) lookAfter(age time.Duration) {
	if p := ws.places.Load(); (p == nil || time.Since(p.readAt) > age) && ws.looking.CompareAndSwap(false, true) {
		ws.runs.Go(ws.look)
	}
}

// look reads where the shards stand and asks each worker whether it answers. What can't be read is taken as not there.
func (ws *workers) look() {
	defer ws.started.Do(func() { close(ws.first) })
	defer ws.looking.Store(false)

	ctx, cancel := context.WithTimeout(ws.life, workerTime)
	defer cancel()

	ws.mu.Lock()
	defer ws.mu.Unlock()

	found, err := ws.read(ctx)
	if err != nil { // the coordinator is away
		found = &workerPlaces{}
	}

	used := map[*worker]bool{}

	for _, w := range found.workers {
		if w != nil {
			used[w] = true
		}
	}

	var asked sync.WaitGroup

	for w := range used {
		asked.Go(func() { w.ready.Store(w.pool.Ping(ctx) == nil) })
	}

	asked.Wait()

	found.readAt = time.Now()
	ws.places.Store(found)

	if err != nil {
		return
	}

	for address, w := range maps.Clone(ws.known) {
		if !used[w] {
			delete(ws.known, address)
			ws.runs.Go(w.pool.Close) // after the batches that use it
		}
	}
}

// read reads the shards with their workers, and gives each worker connections.
func (ws *workers) read(ctx context.Context) (*workerPlaces, error) {
	rows, err := ws.db.read.QueryContext(ctx, `SELECT CAST(s.shardminvalue AS BIGINT), p.groupid, COALESCE(n.nodename, ''), COALESCE(n.nodeport, 0)
		FROM pg_dist_shard s JOIN pg_dist_placement p ON p.shardid = s.shardid
		LEFT JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary' AND n.isactive AND n.hasmetadata AND n.metadatasynced AND n.groupid <> 0
		WHERE s.logicalrelid = to_regclass('orders') ORDER BY 1`)

	found := &workerPlaces{}

	_, err = Collect(rows, err, func(row *sql.Rows) (none struct{}, err error) {
		var (
			smallest int32
			group    int64
			host     string
			port     int
		)

		if err := row.Scan(&smallest, &group, &host, &port); err != nil {
			return none, err
		}

		found.shards = append(found.shards, smallest)
		found.workers = append(found.workers, ws.worker(host, port, group))

		return none, nil
	})
	if err != nil {
		return nil, fmt.Errorf("read where the shards of a Citus stand: %w", err)
	}

	return found, nil
}

// worker returns the worker at an address of the cluster, nil if there is none.
func (ws *workers) worker(host string, port int, group int64) *worker {
	if host == "" {
		return nil
	}

	address := net.JoinHostPort(host, strconv.Itoa(port))
	name := fmt.Sprint(address, " ", group) // another server may have come to the address

	if w := ws.known[name]; w != nil {
		return w
	}

	if own, given := ws.addresses[address]; given {
		var err error
		if host, address, err = net.SplitHostPort(own); err == nil {
			port, err = strconv.Atoi(address)
		}

		if err != nil {
			return nil // the settings were checked
		}
	}

	target, err := urlOf(ws.db.url, host, port)
	if err != nil || !Protected(target) { // the coordinator may be on this machine, and the worker is on another one
		return nil
	}

	w := &worker{group: group}

	w.pool, err = openBatches(ws.life, target, func(conf *pgxpool.Config) {
		conf.ConnConfig.RuntimeParams[disabledSpread] = "off"
		conf.AfterConnect = w.check
	})
	if err != nil {
		return nil
	}

	ws.known[name] = w

	return w
}

// errOtherServer means that an address leads to another server than the cluster's.
var errOtherServer = errors.New("the server is not the worker of the cluster")

// check prepares a new connection, and refuses one to a server that isn't this worker.
func (w *worker) check(ctx context.Context, conn *pgx.Conn) error {
	var group int64
	if err := conn.QueryRow(ctx, "SELECT groupid FROM pg_dist_local_group").Scan(&group); err != nil {
		return fmt.Errorf("look at a worker: %w", err)
	}

	if group != w.group {
		return errOtherServer
	}

	return keepMemory(ctx, conn)
}

// urlOf is the URL of the same database on another server of the cluster.
func urlOf(databaseURL, host string, port int) (string, error) {
	u, err := url.Parse(databaseURL)
	if err != nil {
		return "", errors.New("the URL of the database is not valid") // without the cause, which may contain the password
	}

	q := u.Query()
	q.Del("host")
	q.Del("port")
	q.Del("hostaddr")

	if strings.HasPrefix(host, "/") { // the folder of a socket
		u.Host = ""

		q.Set("host", host)
		q.Set("port", strconv.Itoa(port))
	} else {
		u.Host = net.JoinHostPort(host, strconv.Itoa(port))
	}

	u.RawQuery = q.Encode()

	return u.String(), nil
}

// close ends all connections, after the batches that use them.
func (ws *workers) close() {
	ws.end()
	ws.runs.Wait()

	ws.mu.Lock()
	defer ws.mu.Unlock()

	for _, w := range ws.known {
		w.pool.Close()
	}
}
