package db

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Intervals of a listener: the pause before it reconnects, and the time after which it
// checks a silent connection.
const (
	listenFirstWait = 100 * time.Millisecond
	listenMaxWait   = 5 * time.Second
	listenSilence   = 30 * time.Second
	listenPingTime  = 5 * time.Second
)

// Listen calls on for every notification on a PostgreSQL channel until ctx ends. It uses
// its own connection and reconnects when that breaks. After each connect it calls on
// with an empty payload, since notifications may have been missed. On SQLite, which has
// only one process, it returns nil at once.
func (d *DB) Listen(ctx context.Context, channel string, on func(payload string)) error {
	if d.engine == SQLite {
		return nil
	}

	wait := listenFirstWait

	for {
		heard, err := d.listenOnce(ctx, channel, on)
		if ctx.Err() != nil {
			return nil //nolint:nilerr // it was told to end
		}

		if errors.Is(err, errBadURL) {
			return err
		}

		if heard {
			wait = listenFirstWait
		}

		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
			wait = min(2*wait, listenMaxWait)
		}
	}
}

var errBadURL = errors.New("listen: the URL is not valid")

// listenOnce reports whether it reached the state of listening.
func (d *DB) listenOnce(ctx context.Context, channel string, on func(payload string)) (bool, error) {
	conf, err := pgx.ParseConfig(d.url)
	if err != nil {
		return false, errBadURL // without the cause, which may contain the password
	}

	conf.ConnectTimeout = connectTimeout
	setDefault(conf.RuntimeParams, "application_name", "loket-listen")

	conn, err := pgx.ConnectConfig(ctx, conf)
	if err != nil {
		return false, classify(err)
	}

	defer func() {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), listenPingTime)
		defer cancel()

		_ = conn.Close(end) // an error doesn't matter: the connection is dropped
	}()

	if _, err := conn.Exec(ctx, "LISTEN "+pgx.Identifier{channel}.Sanitize()); err != nil {
		return false, classify(err)
	}

	on("")

	for {
		if err := nextNotice(ctx, conn, on); err != nil {
			return true, classify(err)
		}
	}
}

func nextNotice(ctx context.Context, conn *pgx.Conn, on func(payload string)) error {
	silence, cancel := context.WithTimeout(ctx, listenSilence)
	defer cancel()

	notice, err := conn.WaitForNotification(silence)
	if err == nil {
		on(notice.Payload)

		return nil
	}

	if ctx.Err() != nil || silence.Err() == nil {
		return err
	}

	ping, cancelPing := context.WithTimeout(ctx, listenPingTime)
	defer cancelPing()

	return conn.Ping(ping)
}

// Notify sends a payload of less than 8,000 bytes to all listeners of a channel. On
// SQLite it does nothing. Call it after the commit, never inside the transaction, since
// NOTIFY serialises commits. It doesn't wait for the disk.
func (d *DB) Notify(ctx context.Context, channel, payload string) error {
	if d.engine == SQLite {
		return nil
	}

	_, err := d.write.ExecContext(ctx, "SELECT set_config('synchronous_commit', 'off', TRUE), pg_notify($1, $2)", channel, payload)
	if err != nil {
		return fmt.Errorf("notify %s: %w", channel, classify(err))
	}

	return nil
}
