package db

import "database/sql"

// Stats are the counts of the pool that reads; on PostgreSQL it is the pool of
// single write transactions too.
func (d *DB) Stats() sql.DBStats { return d.read.Stats() }
