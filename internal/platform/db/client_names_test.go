package db

import (
	"slices"
	"testing"
)

func TestClientsAreNamedByBareParameters(t *testing.T) {
	t.Parallel()

	var w Where

	hidden := "SELECT seq FROM wallet_history WHERE wallet_id = " + w.ArgHiddenFromPlanner(7) + " AND h.client_id = " + w.HiddenClient(1001) + " AND seq = 1"

	if got, want := bareClients(hidden), "SELECT seq FROM wallet_history WHERE wallet_id = (SELECT CAST($1 AS BIGINT)) AND h.client_id = $2 AND seq = 1"; got != want {
		t.Errorf("hidden client: %s", got)
	}

	for text, want := range map[string]string{
		"DELETE FROM orders AS o {USING} WHERE o.client_id = {client} AND o.id = {id}": "DELETE FROM orders AS o {USING} WHERE o.client_id = {client} AND (o.client_id = ($3::bigint[])[1] OR o.client_id = ($3::bigint[])[2]) AND o.id = {id}",
		"UPDATE orders SET status = 3 {FROM} WHERE client_id = {client}":               "UPDATE orders SET status = 3 {FROM} WHERE client_id = {client} AND (client_id = ($3::bigint[])[1] OR client_id = ($3::bigint[])[2])",
		"SELECT 1 FROM a JOIN o ON o.client_id = a.client_id {JOIN} WHERE a.client_id = {client}": "SELECT 1 FROM a JOIN o ON o.client_id = a.client_id" +
			" AND (o.client_id = ($3::bigint[])[1] OR o.client_id = ($3::bigint[])[2]) AND (a.client_id = ($3::bigint[])[1] OR a.client_id = ($3::bigint[])[2])" +
			" {JOIN} WHERE a.client_id = {client} AND (a.client_id = ($3::bigint[])[1] OR a.client_id = ($3::bigint[])[2])",
		"SELECT 1 FROM a JOIN o ON o.client_id = a.client_id {JOIN} WHERE a.id = {id}":            "SELECT 1 FROM a JOIN o ON o.client_id = a.client_id {JOIN} WHERE a.id = {id}",
		"INSERT INTO events (client_id) SELECT {client_id} {FROM}":                                "INSERT INTO events (client_id) SELECT {client_id} {FROM}",
		"SELECT {client} FROM clients c {JOIN} WHERE c.id = {client} AND c.client_id = {clients}": "SELECT {client} FROM clients c {JOIN} WHERE c.id = {client} AND c.client_id = {clients}",
	} {
		if got := nameClients(text, 3, 2); got != want {
			t.Errorf("%s", got)
		}
	}
}

// Each client of a statement's rows is named once, and the last one again up to a power of two.
func TestClientsToName(t *testing.T) {
	t.Parallel()

	for _, c := range []struct{ clients, want []int64 }{
		{[]int64{5}, []int64{5}},
		{[]int64{5, 5, 5}, []int64{5}},
		{[]int64{7, 5, 7}, []int64{5, 7}},
		{[]int64{7, 5, 6, 9, 8}, []int64{5, 6, 7, 8, 9, 9, 9, 9}},
	} {
		if got := distinctClients(c.clients); !slices.Equal(got, c.want) {
			t.Errorf("of %d: %d, want %d", c.clients, got, c.want)
		}
	}
}
