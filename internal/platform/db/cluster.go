package db

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// rule is what a setting of a server of a cluster must be, and what is lost otherwise.
type rule struct {
	name   string
	ok     func(value string, all map[string]string) bool
	want   string
	lost   string
	absent bool // servers without the setting are fine
}

// clusterRules are those for a database that is distributed.
func clusterRules() []rule {
	is := func(want string) func(string, map[string]string) bool {
		return func(value string, _ map[string]string) bool { return value == want }
	}

	return []rule{
		{name: "max_prepared_transactions", ok: atLeastConnections, want: "at least max_connections", lost: "transactions on two servers would fail"},
		{name: "wal_level", ok: is("logical"), want: "logical", lost: "shards could not be moved while orders are placed"},
		{
			name: "output_plugin_libraries", absent: true, want: "a list with citus", lost: "shards could not be moved while orders are placed",
			ok: func(value string, _ map[string]string) bool { return slices.Contains(words(value), "citus") },
		},
		{name: "citus.enable_unsafe_triggers", ok: is("on"), want: "on", lost: "shards would lack the triggers that refuse changes of history"},
		{name: "citus.shard_replication_factor", ok: is("1"), want: "1", lost: "copies of a shard could differ"},
		{
			name: "citus.recover_2pc_interval", want: "above 0 and at most 10s", lost: "rows of clients would stay locked after a worker's crash",
			ok: func(value string, _ map[string]string) bool { return isTime(value, longestRecovery) },
		},
	}
}

// longestRecovery bounds how often Citus looks for transactions that a crash has left between the two phases of their commit. The rows that they
// changed stay locked until then.
const longestRecovery = 10 * time.Second

// isTime reports whether a setting is a time above 0 that is not longer than another one.
func isTime(value string, most time.Duration) bool {
	d, err := time.ParseDuration(strings.Replace(value, "min", "m", 1))

	return err == nil && d > 0 && d <= most
}

// atLeastConnections compares with max_connections: each connection can leave a prepared transaction.
func atLeastConnections(value string, all map[string]string) bool {
	n, err := strconv.Atoi(value)
	most, errMost := strconv.Atoi(all["max_connections"])

	return err == nil && errMost == nil && n >= most
}

func words(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune(`, '"`, r) })
}

// checkCluster refuses what Distribute can't work on: a server without Citus, a worker, a coordinator that isn't part of its cluster, settings
// that would lose something, on any server. All faults are listed at once.
func checkCluster(ctx context.Context, q runner) error {
	if has, err := hasCitus(ctx, q); err != nil {
		return err
	} else if !has {
		return ErrNoCitus
	}

	var group int64

	var coordinator, workers int
	if err := q.QueryRowContext(ctx, `SELECT (SELECT groupid FROM pg_dist_local_group), COUNT(*) FILTER (WHERE groupid = 0),
		COUNT(*) FILTER (WHERE groupid <> 0 AND isactive AND shouldhaveshards) FROM pg_dist_node WHERE noderole = 'primary'`).Scan(&group, &coordinator, &workers); err != nil {
		return fmt.Errorf("read the servers of the cluster: %w", classify(err))
	}

	switch {
	case group != 0:
		return errors.New("this server is a worker of the cluster; Loket works with its coordinator")
	case coordinator == 0:
		return errors.New("the coordinator is not a server of its own cluster: call citus_set_coordinator_host in the database")
	case workers == 0:
		return errors.New("the cluster has no worker that takes shards: call citus_add_node in the database")
	}

	found, silent, err := wrongSettings(ctx, q, clusterRules())
	if err != nil {
		return err
	}

	for _, s := range silent {
		found = append(found, s)
	}

	return errors.Join(found...)
}

// wrongSettings compares the settings of all servers of a cluster with rules. It returns a fault for each setting that is wrong, and the
// servers that could not be asked.
func wrongSettings(ctx context.Context, q runner, rules []rule) (found []error, silent []silence, err error) {
	answers, silent, err := askServers(ctx, q, readSettings(rules))
	if err != nil {
		return nil, nil, fmt.Errorf("read the settings of the cluster: %w", err)
	}

	for _, a := range answers {
		values := map[string]string{}
		if err := json.Unmarshal([]byte(a.text), &values); err != nil {
			return nil, nil, fmt.Errorf("settings of %s: %w", a.server, err)
		}

		found = append(found, compareSettings("server "+a.server, values, rules)...)
	}

	return found, silent, nil
}

// readSettings is the statement that reads what rules need, as a JSON object.
func readSettings(rules []rule) string {
	names := make([]string, 0, len(rules)+2)
	names = append(names, "max_connections", "synchronous_standby_names")

	for _, r := range rules {
		names = append(names, r.name)
	}

	return "SELECT json_object_agg(n, current_setting(n, TRUE)) FILTER (WHERE current_setting(n, TRUE) IS NOT NULL) FROM unnest(ARRAY['" + strings.Join(names, "', '") + "']) n"
}

// compareSettings returns a fault for each setting of a server that is wrong.
func compareSettings(server string, values map[string]string, rules []rule) (found []error) {
	for _, r := range rules {
		value, is := values[r.name]
		if !is && r.absent || is && r.ok(value, values) {
			continue
		}

		found = append(found, fmt.Errorf("setting %s of %s is '%s' and must be %s: %s", r.name, server, value, r.want, r.lost))
	}

	return found
}
