package db

import (
	"database/sql"
	"time"
)

// Stats are the statistics of the read pool, which on PostgreSQL also serves single write
// transactions.
func (d *DB) Stats() sql.DBStats { return d.read.Stats() }

// BatchStats are the statistics of the connections that batches have of their own.
type BatchStats struct {
	InUse  int
	Waited time.Duration // of all callers together, for a connection
}

// BatchStats returns those of PostgreSQL's batches, without those that go straight to workers of a Citus. On SQLite batches have no
// connections of their own: zero.
func (d *DB) BatchStats() BatchStats {
	if d.batches == nil {
		return BatchStats{}
	}

	stat := d.batches.Stat()

	return BatchStats{InUse: int(stat.AcquiredConns()), Waited: stat.EmptyAcquireWaitTime()}
}
