package books

import "time"

// maxUnread is how long an event may stay unread while the program runs (docs/operations.md#proofs). Consumers read events within seconds,
// and try one that fails again every 30 s.
const maxUnread = 10 * time.Minute

// lastSeen is the last moment at which the program is known to have run: that of the newest event, or the end of a node's lease, which is at
// most 30 s later. The time in which it was stopped, or that passed until a backup was restored, doesn't count.
const lastSeen = `(SELECT MAX(s.at) FROM (SELECT MAX(at) AS at FROM events UNION ALL SELECT MAX(lease_until) FROM nodes) s)`

// orderEvents are the events e about the ends of orders that consumer p reads and has not read yet.
const orderEvents = `e.kind IN ('order.succeeded', 'order.failed', 'order.reversed')
	AND ((p.name = 'schedule' AND e.channel = 'portal') OR (p.name = 'checkout' AND e.channel = 'storefront'))
	AND (e.seq IS NULL OR e.seq > p.position)`

// unread is the condition that a consumer has not read an event about the end of order o yet, so that what it keeps may differ from the
// order. An event that is unread for longer than maxUnread is no excuse.
func unread(consumer string) string {
	return `EXISTS (SELECT 1 FROM events e, event_positions p WHERE p.name = '` + consumer + `' AND ` + orderEvents + `
		AND e.client_id = o.client_id AND e.subject = CAST(o.id AS TEXT) AND e.at >= ` + lastSeen + ` - {unread})`
}

// eventChecks are the invariants of the events that other checks wait for.
func eventChecks() []check {
	return []check{{
		"consumers read the ends of orders within 10 minutes",
		`SELECT p.name || ': ' || COUNT(*) || ' unread, the first of order ' || MIN(e.subject)
		FROM events e, event_positions p
		WHERE ` + orderEvents + ` AND e.at < ` + lastSeen + ` - {unread}
		GROUP BY p.name`,
	}}
}
