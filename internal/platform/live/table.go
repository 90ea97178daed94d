package live

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// saveLoop writes sent hints to the table, for other nodes and for returning subscribers.
func (h *Hub) saveLoop(ctx context.Context) {
	gap := storeGap
	if h.d.Engine() == db.SQLite {
		gap = storeGapLite
	}

	for await(ctx, h.save, 0) {
		began := time.Now()

		n, err := h.saveAll(ctx)
		if err != nil && ctx.Err() == nil {
			h.log.WarnContext(ctx, "could not store hints for other nodes, will retry", "error", err)
			leave(h.save)
		}

		if err == nil && n > 0 {
			h.notify(ctx)
		}

		if !pause(ctx, max(gap, storePart*time.Since(began))) {
			return
		}
	}
}

// changed_at only grows. If the clock of this node is behind that of the last writer, it
// becomes the stored value plus one, so that nodes that poll see the change.
const (
	upsert = ` ON CONFLICT (client_id, topic) DO UPDATE SET changed_at =
		CASE WHEN excluded.changed_at > client_changes.changed_at THEN excluded.changed_at ELSE client_changes.changed_at + 1 END`
	saveOne  = "INSERT INTO client_changes (client_id, topic, changed_at) VALUES ($1, $2, $3)" + upsert
	saveMany = "INSERT INTO client_changes (client_id, topic, changed_at) SELECT c, t, m FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS changes (c, t, m)" + upsert
)

func (h *Hub) saveAll(ctx context.Context) (int, error) {
	h.mu.Lock()
	batch := h.unsaved
	h.unsaved = map[key]int64{}
	h.mu.Unlock()

	if len(batch) == 0 {
		return 0, nil
	}

	ctx, cancel := context.WithTimeout(ctx, dbTime)
	defer cancel()

	if err := h.write(ctx, batch); err != nil {
		h.mu.Lock()
		defer h.mu.Unlock()

		for k, id := range batch { // a change since then is newer
			h.unsaved[k] = max(id, h.unsaved[k])
		}

		return 0, err
	}

	return len(batch), nil
}

// write locks rows in sorted order, so that nodes can't deadlock.
func (h *Hub) write(ctx context.Context, batch map[key]int64) error {
	keys := slices.SortedFunc(maps.Keys(batch), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.client, b.client), cmp.Compare(a.topic, b.topic))
	})

	err := h.d.Batch(ctx, func(b *db.Batch) error {
		if b.Engine() == db.SQLite {
			for _, k := range keys {
				b.Exec(saveOne, k.client, string(k.topic), batch[k])
			}

			return nil
		}

		clients, topics, moments := make([]int64, len(keys)), make([]string, len(keys)), make([]int64, len(keys))
		for i, k := range keys {
			clients[i], topics[i], moments[i] = k.client, string(k.topic), batch[k]
		}

		b.Exec("SET LOCAL synchronous_commit = off") // a hint may be lost, so don't wait for the disk
		b.Exec(saveMany, clients, topics, moments)

		return nil
	})
	if err != nil {
		return fmt.Errorf("store changes: %w", err)
	}

	return nil
}

func (h *Hub) notify(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, dbTime)
	defer cancel()

	if err := h.d.Notify(ctx, channel, h.holder); err != nil && ctx.Err() == nil {
		h.log.WarnContext(ctx, "could not notify other nodes, which will poll", "error", err)
	}
}

func (h *Hub) listen(ctx context.Context) {
	err := h.d.Listen(ctx, channel, func(payload string) {
		if payload != h.holder {
			leave(h.poll)
		}
	})
	if err != nil {
		h.log.ErrorContext(ctx, "could not listen for changes of other nodes, will only poll", "error", err)
	}
}

// pollLoop reads changes of other nodes while this node has subscribers.
func (h *Hub) pollLoop(ctx context.Context) {
	since := h.clk.Now()

	for await(ctx, h.poll, pollGap) {
		now := h.clk.Now() // taken before the query, because the next one begins here

		clients := h.subscribed()
		if len(clients) > 0 {
			if err := h.readChanges(ctx, clients, since.Add(-overlap)); err != nil {
				if ctx.Err() == nil {
					h.log.WarnContext(ctx, "could not read changes of other nodes, will retry", "error", err)
				}

				now = since
			}
		}

		since = now

		if !pause(ctx, sendGap) {
			return
		}
	}
}

func (h *Hub) subscribed() []int64 {
	h.mu.Lock()
	defer h.mu.Unlock()

	return slices.Collect(maps.Keys(h.subs))
}

func (h *Hub) readChanges(ctx context.Context, clients []int64, since time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, dbTime)
	defer cancel()

	found := map[key]int64{}

	err := h.d.Batch(ctx, func(b *db.Batch) error {
		b.Query("SELECT client_id, topic, changed_at FROM client_changes WHERE changed_at > $1 AND client_id = ANY($2::bigint[])",
			[]any{clock.Micros(since), clients},
			func(row db.Row) error {
				var (
					k  key
					id int64
				)

				err := row.Scan(&k.client, &k.topic, &id)
				found[k] = id

				return err
			})

		return nil
	})
	if err != nil {
		return fmt.Errorf("read changes: %w", err)
	}

	h.mu.Lock()
	defer h.mu.Unlock()

	for k, id := range found {
		h.offer(k, id)
	}

	return nil
}

// joiner is a subscriber whose missed changes must be read.
type joiner struct {
	sub   *subscription
	since time.Time
}

func (h *Hub) joinLoop(ctx context.Context) {
	for await(ctx, h.join, 0) {
		h.mu.Lock()
		joined := h.joined
		h.joined = nil
		h.mu.Unlock()

		for _, j := range joined {
			if err := h.catchUp(ctx, j); err != nil && ctx.Err() == nil {
				h.log.WarnContext(ctx, "could not read missed changes of a subscriber", "client", j.sub.client, "error", err)
			}
		}
	}
}

func (h *Hub) catchUp(ctx context.Context, j joiner) error {
	ctx, cancel := context.WithTimeout(ctx, dbTime)
	defer cancel()

	rows, err := h.d.Reader().Query(ctx, "SELECT topic, changed_at FROM client_changes WHERE client_id = $1 AND changed_at > $2",
		j.sub.client, clock.Micros(j.since))
	if err != nil {
		return fmt.Errorf("read changes: %w", err)
	}
	defer rows.Close()

	for rows.Next() {
		var (
			topic Topic
			id    int64
		)

		if err := rows.Scan(&topic, &id); err != nil {
			return fmt.Errorf("read changes: %w", err)
		}

		j.sub.offer(topic, id)
	}

	if err := rows.Err(); err != nil {
		return fmt.Errorf("read changes: %w", err)
	}

	return nil
}
