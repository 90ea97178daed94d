package db

import "database/sql"

// Stats are the statistics of the read pool, which on PostgreSQL also serves single write
// transactions.
func (d *DB) Stats() sql.DBStats { return d.read.Stats() }
