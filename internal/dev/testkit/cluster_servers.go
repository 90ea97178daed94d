package testkit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Coordinator is the server that programs connect to.
func (c *Cluster) Coordinator() *Server { return c.nodes[0] }

// Workers are the servers that have the rows of clients.
func (c *Cluster) Workers() []*Server { return c.nodes[1:] }

// Servers are all, the coordinator first.
func (c *Cluster) Servers() []*Server { return c.nodes }

// At is the URL of this server's part of a database.
func (s *Server) At(url string) string {
	return s.url(databaseOf(url))
}

func databaseOf(url string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(url, "postgres://loket@/"), "?")

	return name
}

// WorkerOf is the worker that has the rows of a client.
func (c *Cluster) WorkerOf(ctx context.Context, url string, client int64) (*Server, error) {
	pool, err := sql.Open("pgx", c.nodes[0].At(url))
	if err != nil {
		return nil, fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	defer pool.Close()

	var dir string

	err = pool.QueryRowContext(ctx, `SELECT n.nodename FROM pg_dist_placement p JOIN pg_dist_node n ON n.groupid = p.groupid
		WHERE p.shardid = get_shard_id_for_distribution_column('orders', CAST($1 AS BIGINT))`, client).Scan(&dir)
	if err != nil {
		return nil, fmt.Errorf("the worker of client %d: %w", client, err)
	}

	for _, s := range c.Workers() {
		if s.dir == dir {
			return s, nil
		}
	}

	return nil, fmt.Errorf("no worker is %s", dir)
}

// AddWorker starts another worker for a database. It has no rows of clients until the database is rebalanced.
func (c *Cluster) AddWorker(ctx context.Context, url string) (*Server, error) {
	s, err := newServer("")
	if err != nil {
		return nil, err
	}

	name := databaseOf(url)

	for _, step := range []func() error{
		func() error { return s.create(c.settingsOf(s)) },
		s.start,
		func() error { return s.admin(ctx, "CREATE DATABASE "+template) }, // of which Citus knows in each clone that each server has it
		func() error { return s.admin(ctx, "CREATE DATABASE "+name) },
		func() error { return s.run(ctx, name, "CREATE EXTENSION citus") },
		func() error { return c.nodes[0].run(ctx, name, "SELECT citus_add_node($1, 5432)", s.dir) },
	} {
		if err := step(); err != nil {
			log, _ := os.ReadFile(filepath.Join(s.dir, "log"))

			return nil, errors.Join(fmt.Errorf("%w: its log: %s", err, log), s.Stop())
		}
	}

	c.nodes = append(c.nodes, s)

	return s, nil
}

// RemoveWorker moves the rows of a worker that was added to the others, and stops it.
func (c *Cluster) RemoveWorker(ctx context.Context, url string, s *Server) error {
	for _, statement := range []string{"SELECT citus_drain_node($1, 5432, 'force_logical')", "SELECT citus_remove_node($1, 5432)"} {
		if err := c.nodes[0].run(ctx, databaseOf(url), statement, s.dir); err != nil {
			return err
		}
	}

	c.nodes = slices.DeleteFunc(c.nodes, func(other *Server) bool { return other == s })

	return s.Stop()
}

// FailOver lets the standby of a server that has crashed take its place. The others find it by its new address.
func (c *Cluster) FailOver(ctx context.Context, url string, crashed, standby *Server) error {
	if err := standby.Promote(ctx); err != nil {
		return err
	}

	c.nodes[slices.Index(c.nodes, crashed)] = standby

	return c.nodes[0].run(ctx, databaseOf(url), "SELECT citus_update_node(nodeid, $2, 5432) FROM pg_dist_node WHERE nodename = $1", crashed.dir, standby.dir)
}
