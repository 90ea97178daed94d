package db

import (
	"context"
	"database/sql"
	"fmt"
)

// lookTime is how long a look at all servers waits for the connection to one of them. Citus' own limit would keep a program from starting for
// half a minute while a server swallows packets.
const lookTime = "3s"

// answer is what a server of a cluster returned for a query.
type answer struct {
	server string
	text   string
}

// silence is a server of a cluster that returned nothing.
type silence struct {
	server  string
	answers bool // it can be reached, so the fault is its own
	why     string
}

func (s silence) Error() string {
	if s.answers {
		return fmt.Sprintf("server %s can't be looked at: %s", s.server, s.why)
	}

	return fmt.Sprintf("server %s does not answer: %s", s.server, s.why)
}

// askServers runs a query of one value on all servers of a cluster.
func askServers(ctx context.Context, q runner, query string) (answers []answer, silent []silence, err error) {
	// The limit is set before the servers are asked, since the command depends on it, and until the end of the transaction.
	rows, err := q.QueryContext(ctx, `SELECT n.nodename || ':' || n.nodeport, COALESCE(r.result, ''), r.success,
			CASE WHEN r.success THEN TRUE ELSE citus_check_connection_to_node(n.nodename, n.nodeport) END
		FROM (SELECT set_config('citus.node_connection_timeout', $2, TRUE) AS bound) t,
		LATERAL run_command_on_all_nodes(CASE WHEN t.bound <> '' THEN $1 END, give_warning_for_connection_errors => TRUE) r
		JOIN pg_dist_node n ON n.nodeid = r.nodeid ORDER BY n.nodeid`, query, lookTime)

	_, err = Collect(rows, err, func(row *sql.Rows) (none struct{}, err error) {
		var (
			a             answer
			ok, reachable bool
		)

		if err := row.Scan(&a.server, &a.text, &ok, &reachable); err != nil {
			return none, err
		}

		if ok {
			answers = append(answers, a)
		} else {
			silent = append(silent, silence{a.server, reachable, a.text})
		}

		return none, nil
	})

	return answers, silent, err
}
