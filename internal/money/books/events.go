package books

import "time"

// maxUnread is how long an event may stay unread while the program runs (docs/operations.md#proofs). Consumers read events within seconds.
// One that a consumer fails at is set aside and tried again.
const maxUnread = 10 * time.Minute

// lastSeen is the last moment at which the program is known to have run: that of the newest event, or the end of a node's lease, which is at
// most 30 s later. The time in which it was stopped, or that passed until a backup was restored, doesn't count.
const lastSeen = `(SELECT MAX(s.at) FROM (SELECT MAX(at) AS at FROM events UNION ALL SELECT MAX(lease_until) FROM nodes) s)`

const (
	// ofEnds are events e about the ends of orders.
	ofEnds = `e.kind IN ('order.succeeded', 'order.failed', 'order.reversed', 'order.costed')`
	// notRead are those that consumer p reads and has not come to yet.
	notRead = ofEnds + `
		AND ((p.name = 'schedule' AND e.channel = 'portal') OR (p.name = 'checkout' AND e.channel = 'storefront') OR p.name = 'sales')
		AND (e.seq IS NULL OR e.seq > p.position)`
)

// unread is the condition that a consumer has not read an event about the end of order o yet, or set it aside, so that what it keeps may
// differ from the order. An event that is unread for longer than maxUnread is no excuse. Events stand on another server than orders once
// clients are spread over several: so their orders are a list, not a look for each order.
func unread(consumer string) string {
	const recent = ` AND e.at >= ` + lastSeen + ` - {unread}`

	return `((o.client_id, CAST(o.id AS TEXT)) IN (
		SELECT e.client_id, e.subject FROM events e, event_positions p WHERE p.name = '` + consumer + `' AND ` + notRead + recent + `
		UNION ALL SELECT e.client_id, e.subject FROM event_failures e WHERE e.consumer = '` + consumer + `' AND ` + ofEnds + recent + `))`
}

// eventChecks are the invariants of the events that other checks wait for, and of those that any consumer fails at.
func eventChecks() []check {
	return []check{
		{
			"consumers read the ends of orders within 10 minutes",
			`SELECT p.name || ': ' || COUNT(*) || ' unread, the first of order ' || MIN(e.subject)
			FROM events e, event_positions p
			WHERE ` + notRead + ` AND e.at < ` + lastSeen + ` - {unread}
			GROUP BY p.name`,
		},
		{
			"no event is set aside for more than 10 minutes",
			`SELECT e.consumer || ': ' || COUNT(*) || ' set aside, the first one at position ' || MIN(e.seq)
			FROM event_failures e WHERE e.set_aside_at < ` + lastSeen + ` - {unread}
			GROUP BY e.consumer`,
		},
	}
}
