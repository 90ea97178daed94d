package db

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// durableRules are those without which a power failure could lose an acknowledged order. Tests and the demo do without them.
func durableRules() []rule {
	const lost = "acknowledged orders could be lost"

	isOn := func(value string, _ map[string]string) bool { return value == "on" }

	return []rule{
		{name: "fsync", ok: isOn, want: "on", lost: lost},
		{name: "full_page_writes", ok: isOn, want: "on", lost: lost},
		{name: "synchronous_commit", want: "on", lost: lost, ok: func(value string, all map[string]string) bool {
			return value != "off" && (value != "local" || all["synchronous_standby_names"] == "")
		}},
	}
}

// CheckDurable refuses settings with which a power failure could lose an acknowledged order: those of this session, and of any server of a
// Citus cluster. Servers that don't answer are returned apart: an outage must not keep a node from serving clients of the others.
func (d *DB) CheckDurable(ctx context.Context) (away []error, err error) {
	if d.engine == SQLite {
		return nil, d.Tx(ctx, func(tx *Tx) error { return checkFullSync(ctx, tx) })
	}

	var text string
	if err := d.read.QueryRowContext(ctx, readSettings(durableRules())).Scan(&text); err != nil {
		return nil, fmt.Errorf("read the settings: %w", classify(err))
	}

	values := map[string]string{}
	if err := json.Unmarshal([]byte(text), &values); err != nil {
		return nil, fmt.Errorf("read the settings: %w", err)
	}

	found := compareSettings("this session", values, durableRules())

	if has, err := hasCitus(ctx, d.read); err != nil || !has {
		return nil, errors.Join(append(found, err)...)
	}

	wrong, silent, err := wrongSettings(ctx, d.read, durableRules())
	found = append(found, wrong...)

	for _, s := range silent {
		if s.answers {
			found = append(found, s)
		} else {
			away = append(away, s)
		}
	}

	return away, errors.Join(append(found, err)...)
}

// checkFullSync looks at the connection of SQLite that writes.
func checkFullSync(ctx context.Context, tx *Tx) error {
	const full = 2

	var level int
	if err := tx.QueryRow(ctx, "PRAGMA synchronous").Scan(&level); err != nil {
		return fmt.Errorf("read the setting synchronous: %w", err)
	}

	if level < full {
		return fmt.Errorf("SQLite's setting synchronous is %d, below FULL: acknowledged orders could be lost", level)
	}

	return nil
}
