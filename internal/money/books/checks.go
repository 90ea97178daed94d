package books

import (
	"slices"
	"strings"
)

// checks are the invariants, each as a query for its violations.
func checks() []check {
	return slices.Concat(ofHistory(wallets), ofHistory(settlements), ofOrders(), ofCharges(wallets), ofCharges(settlements), sandboxChecks())
}

// accounts are the accounts of one kind and their history.
type accounts struct {
	label    string // of one
	table    string
	history  string
	id       string // of an account, in its history
	pay      string // the payment type of the orders that they pay
	sameAsIn string // a condition on order o and history h: both name the same account
}

var (
	wallets = accounts{
		label: "wallet", table: "wallets", history: "wallet_history", id: "wallet_id", pay: "deposit", sameAsIn: "h.wallet_id = o.wallet_id",
	}
	settlements = accounts{
		label: "settlement", table: "settlements", history: "settlement_history", id: "settlement_id", pay: "settlement",
		sameAsIn: "h.settlement_id = (SELECT s.id FROM settlements s WHERE s.client_id = o.client_id)",
	}
)

// of puts the names of the accounts into a query: {accounts}, {history}, {id}, {label}, {pay}, {same}. Values stay for bind.
func (a accounts) of(query string) string {
	return strings.NewReplacer("{accounts}", a.table, "{history}", a.history, "{id}", a.id, "{label}", a.label, "{pay}", a.pay, "{same}", a.sameAsIn).
		Replace(query)
}

// ofHistory are the invariants of accounts and their histories.
func ofHistory(a accounts) []check {
	return []check{
		{
			a.of("a {label}'s balance is the sum of its rows and its sequence their number"),
			a.of(`SELECT '{label} ' || w.id
			FROM {accounts} w
			LEFT JOIN (SELECT client_id, {id}, SUM(amount) AS total, COUNT(*) AS n, MAX(seq) AS last
				FROM {history} GROUP BY client_id, {id}) h ON h.client_id = w.client_id AND h.{id} = w.id
			WHERE w.balance <> COALESCE(h.total, 0) OR w.seq <> COALESCE(h.n, 0) OR w.seq <> COALESCE(h.last, 0)`),
		},
		{
			a.of("history belongs to a {label} of the same client"),
			a.of(`SELECT DISTINCT '{label} ' || h.{id}
			FROM {history} h LEFT JOIN {accounts} w ON w.id = h.{id} AND w.client_id = h.client_id
			WHERE w.id IS NULL`),
		},
		{
			"rows chain: each starts at the balance that the one before it left",
			a.of(`SELECT '{label} ' || {id} || ' row ' || seq FROM (
				SELECT {id}, seq, balance_before,
					LAG(balance_after, 1, 0) OVER (PARTITION BY client_id, {id} ORDER BY seq) AS left_by,
					LAG(seq, 1, 0) OVER (PARTITION BY client_id, {id} ORDER BY seq) AS previous
				FROM {history}) c
			WHERE balance_before <> left_by OR seq <> previous + 1`),
		},
		{
			a.of("rows of a {label} never go back in time"),
			a.of(`SELECT '{label} ' || {id} || ' row ' || seq FROM (SELECT {id}, seq, created_at, LAG(created_at, 1, created_at)
				OVER (PARTITION BY client_id, {id} ORDER BY seq) AS previous FROM {history}) c WHERE created_at < previous`),
		},
		{
			"no balance is below zero and every row adds up",
			a.of(`SELECT '{label} ' || {id} || ' row ' || seq FROM {history}
			WHERE balance_after < 0 OR balance_after <> balance_before + amount`),
		},
		{
			"all accounts together sum to zero",
			a.of(`SELECT 'the trial balance, off by ' || off FROM (
				SELECT (SELECT COALESCE(SUM(balance), 0) FROM {accounts})
					- (SELECT COALESCE(SUM(amount), 0) FROM {history}) AS off) t
			WHERE off <> 0`),
		},
	}
}

// ofCharges are the invariants of orders and what they took from accounts.
func ofCharges(a accounts) []check {
	return []check{
		{
			a.of("an order is charged once, at its price, to its own {label}"),
			a.of(`SELECT 'order ' || o.id
			FROM orders o LEFT JOIN {history} h ON h.client_id = o.client_id AND h.order_id = o.id AND h.action = 'payment'
			WHERE o.payment_type = '{pay}'
				AND (h.order_id IS NULL OR h.amount <> -o.price OR NOT {same})`),
		},
		{
			"an order is refunded exactly when it failed, with what was charged",
			a.of(`SELECT 'order ' || o.id
			FROM orders o LEFT JOIN {history} h ON h.client_id = o.client_id AND h.order_id = o.id AND h.action = 'refund'
			WHERE o.payment_type = '{pay}' AND (
				(o.status = {failed}) <> o.refunded
				OR o.refunded <> (h.order_id IS NOT NULL)
				OR (h.order_id IS NOT NULL AND (h.amount <> o.price OR NOT {same})))`),
		},
		{
			"every charge and refund belongs to an order",
			a.of(`SELECT 'order ' || h.order_id
			FROM {history} h LEFT JOIN orders o ON o.client_id = h.client_id AND o.id = h.order_id AND o.payment_type = '{pay}'
			WHERE h.order_id IS NOT NULL AND o.id IS NULL`),
		},
	}
}

// ofOrders are the invariants of orders and their attempts.
func ofOrders() []check {
	return []check{
		{
			"no order id stands at two clients", // no key refuses it in PostgreSQL, where keys begin with the client
			"SELECT 'order ' || id FROM orders GROUP BY id HAVING COUNT(*) > 1",
		},
		{
			"a supplier's success is a successful order, and an order succeeds by one attempt",
			`SELECT 'order ' || a.order_id
			FROM order_attempts a JOIN orders o ON o.client_id = a.client_id AND o.id = a.order_id
			WHERE a.outcome = 'success' AND o.status <> {success}
			AND NOT EXISTS (SELECT 1 FROM order_reviews r WHERE r.client_id = a.client_id AND r.order_id = a.order_id AND r.kind IN ('reversal', 'late_success'))
			UNION ALL
			SELECT 'order ' || order_id FROM order_attempts
			WHERE outcome = 'success' GROUP BY client_id, order_id HAVING COUNT(*) > 1`,
		},
		{
			"no attempt follows one that the supplier may have executed",
			`SELECT 'order ' || a.order_id || ' attempt ' || a.number
			FROM order_attempts a JOIN order_attempts b ON b.client_id = a.client_id AND b.order_id = a.order_id AND b.number = a.number + 1
			WHERE a.state <> 'answered' OR a.outcome <> 'failed_not_created'`,
		},
		{
			"a pending order waits, is in flight or under query, or has an open review",
			`SELECT 'order ' || o.id FROM orders o
			WHERE o.status = {pending}
				AND NOT EXISTS (SELECT 1 FROM order_attempts a
					WHERE a.order_id = o.id AND a.client_id = o.client_id AND (a.state = 'prepared' OR a.next_check_at IS NOT NULL))
				AND NOT EXISTS (SELECT 1 FROM order_reviews r
					WHERE r.order_id = o.id AND r.client_id = o.client_id AND r.resolved_at IS NULL)`,
		},
	}
}
