package db

import "testing"

func TestClientsAreNamedByBareParameters(t *testing.T) {
	t.Parallel()

	var w Where

	hidden := "SELECT seq FROM wallet_history WHERE wallet_id = " + w.ArgHiddenFromPlanner(7) + " AND h.client_id = " + w.HiddenClient(1001) + " AND seq = 1"

	if got, want := bareClients(hidden), "SELECT seq FROM wallet_history WHERE wallet_id = (SELECT CAST($1 AS BIGINT)) AND h.client_id = $2 AND seq = 1"; got != want {
		t.Errorf("hidden client: %s", got)
	}

	for text, want := range map[string]string{
		"DELETE FROM orders AS o {USING} WHERE o.client_id = {client} AND o.id = {id}": "DELETE FROM orders AS o {USING} WHERE o.client_id = {client} AND o.client_id = ANY($3::bigint[]) AND o.id = {id}",
		"UPDATE orders SET status = 3 {FROM} WHERE client_id = {client}":               "UPDATE orders SET status = 3 {FROM} WHERE client_id = {client} AND client_id = ANY($3::bigint[])",
		"SELECT 1 FROM a JOIN o ON o.client_id = a.client_id {JOIN} WHERE a.client_id = {client}": "SELECT 1 FROM a JOIN o ON o.client_id = a.client_id" +
			" AND o.client_id = ANY($3::bigint[]) AND a.client_id = ANY($3::bigint[]) {JOIN} WHERE a.client_id = {client} AND a.client_id = ANY($3::bigint[])",
		"SELECT 1 FROM a JOIN o ON o.client_id = a.client_id {JOIN} WHERE a.id = {id}":            "SELECT 1 FROM a JOIN o ON o.client_id = a.client_id {JOIN} WHERE a.id = {id}",
		"INSERT INTO events (client_id) SELECT {client_id} {FROM}":                                "INSERT INTO events (client_id) SELECT {client_id} {FROM}",
		"SELECT {client} FROM clients c {JOIN} WHERE c.id = {client} AND c.client_id = {clients}": "SELECT {client} FROM clients c {JOIN} WHERE c.id = {client} AND c.client_id = {clients}",
	} {
		if got := nameClients(text, 3); got != want {
			t.Errorf("%s", got)
		}
	}
}
