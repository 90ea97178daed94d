package app_test

import (
	"database/sql"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// A statement of a client's call touches one shard on a Citus. Its servers log all statements of the programs that the tests of this package
// start, and what they send to shards for each. When the tests are over, checkShards reports those that touched several shards and are not
// listed with their reason in shardsDocument.
const (
	shardsDocument = "../../docs/scale.md"
	shardsHead     = "| statement or package | why it touches several shards |\n| --- | --- |\n"
)

// shardLog are the logs of all servers from the first program on.
var shardLog struct {
	once  sync.Once
	files map[string]int64  // where each begins
	parts map[string]string // beginnings of the parts of clients' tables, by the ids of their shards, which are the same in all databases
}

// logStatements is the URL with which a program's statements are logged.
func logStatements(t *testing.T, address string) string {
	t.Helper()

	if !testkit.OnCitus() || !db.IsPostgres(address) {
		return address
	}

	u, err := url.Parse(address)
	testkit.Must(t, err)

	shardLog.once.Do(func() {
		pool, err := sql.Open("pgx", address)
		testkit.Must(t, err)

		defer pool.Close()

		shardLog.files, shardLog.parts = map[string]int64{}, partsOfClients(t, pool)

		rows, err := pool.QueryContext(t.Context(), "SELECT nodename FROM pg_dist_node") // their folders
		_, err = db.Collect(rows, err, func(row *sql.Rows) (none struct{}, err error) {
			var folder string
			if err := row.Scan(&folder); err != nil {
				return none, err
			}

			file := filepath.Join(folder, "log")

			info, err := os.Stat(file)
			if err == nil {
				shardLog.files[file] = info.Size()
			}

			return none, err
		})
		testkit.Must(t, err)
	})

	query := u.Query()
	query.Set("options", "-c log_statement=all -c log_min_messages=notice -c citus.log_remote_commands=on")
	u.RawQuery = strings.ReplaceAll(query.Encode(), "+", "%20") // PostgreSQL takes a plus as it is

	return u.String()
}

func partsOfClients(t *testing.T, pool *sql.DB) map[string]string {
	t.Helper()

	rows, err := pool.QueryContext(t.Context(), `SELECT CAST(s.shardid AS TEXT), s.shardminvalue FROM pg_dist_shard s
		JOIN pg_dist_partition p ON p.logicalrelid = s.logicalrelid WHERE p.partmethod = 'h'`)

	parts := map[string]string{}

	_, err = db.Collect(rows, err, func(row *sql.Rows) (none struct{}, err error) {
		var id, begin string

		err = row.Scan(&id, &begin)
		parts[id] = begin

		return none, err
	})
	testkit.Must(t, err)

	return parts
}

// checkShards returns the exit code.
func checkShards() int {
	if len(shardLog.files) == 0 {
		return 0
	}

	document, err := os.ReadFile(shardsDocument)
	statements, errLog := onManyShardsOfAll()
	tests, errTests := sources(".", func(name string) bool { return strings.HasSuffix(name, "_test.go") })

	_, table, found := strings.Cut(string(document), shardsHead)
	if err != nil || errLog != nil || errTests != nil || !found {
		fmt.Fprintln(os.Stderr, "statements on several shards:", err, errLog, errTests, "table:", found)

		return 1
	}

	code := 0

	for _, s := range statements {
		if !strings.Contains(tests, s) && !listed(table, s) {
			fmt.Fprintf(os.Stderr, "a statement touches several shards and is not listed in %s: %s\n", shardsDocument, s)

			code = 1
		}
	}

	return code
}

// listed reports whether a statement is one of a table, begins like one that ends with dots there, or stands in the source of a package of it.
func listed(table, s string) bool {
	for row := range strings.Lines(table) {
		name, _, ok := strings.Cut(strings.TrimPrefix(row, "| `"), "` |")
		if !ok || !strings.HasPrefix(row, "|") {
			return false
		}

		if begin, more := strings.CutSuffix(name, " ..."); s == name || more && strings.HasPrefix(s, begin) {
			return true
		}

		if strings.HasPrefix(name, "internal/") {
			source, err := sources(filepath.Join("../..", name), func(string) bool { return true })
			if err == nil && strings.Contains(source, s[:min(len(s), beginning)]) {
				return true
			}
		}
	}

	return false
}

// beginning is how much of a statement stands in one piece in the source.
const beginning = 24

// sources are the files of a folder, each space as one.
func sources(folder string, wanted func(name string) bool) (string, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))

	var all strings.Builder

	for _, name := range names {
		if !wanted(name) {
			continue
		}

		text, errRead := os.ReadFile(name)
		if errRead != nil {
			return "", errRead
		}

		all.WriteString(oneLine(string(text)))
	}

	return all.String(), err
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

var (
	logLine      = regexp.MustCompile(`^\d{4}-\d\d-\d\d \S+ \S+ \[(\d+)\] (LOG|NOTICE):  (.*)`)
	runStatement = regexp.MustCompile(`^(?:execute \S+|statement): (.*)`)
	shardName    = regexp.MustCompile(`\b[a-z_]+_(1\d{5,})\b`)
	planned      = regexp.MustCompile(`OPERATOR\(pg_catalog|read_intermediate_result\(`) // a part of a statement, in Citus' own spelling
)

// onManyShardsOfAll are those in all logs.
func onManyShardsOfAll() ([]string, error) {
	var all []string

	for file, begin := range shardLog.files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}

		all = append(all, onManyShards(string(text[begin:]))...)
	}

	slices.Sort(all)

	return slices.Compact(all), nil
}

// sentToShard is how the log tells what a server sends to a shard, or does to one of its own.
var sentToShard = regexp.MustCompile(`^(?:issuing |executing the command locally: )`)

// onManyShards are the statements in a log that touched several parts of clients' tables.
func onManyShards(log string) []string {
	current, parts, found := map[string]string{}, map[string]string{}, map[string]bool{}
	session := ""

	for line := range strings.Lines(log) {
		m := logLine.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if m == nil {
			if strings.HasPrefix(line, "\t") && session != "" {
				current[session] += " " + strings.TrimSpace(line)
			}

			continue
		}

		session = ""

		if s := runStatement.FindStringSubmatch(m[3]); s != nil && m[2] == "LOG" {
			session = m[1]
			current[session], parts[session] = s[1], ""

			continue
		}

		for _, name := range shardName.FindAllStringSubmatch(m[3], -1) {
			part, ofClients := shardLog.parts[name[1]]

			switch {
			case !ofClients || !sentToShard.MatchString(m[3]) || parts[m[1]] == part:
			case parts[m[1]] == "":
				parts[m[1]] = part
			default:
				found[oneLine(current[m[1]])] = true
			}
		}
	}

	maps.DeleteFunc(found, func(s string, _ bool) bool { return planned.MatchString(s) })

	return slices.Sorted(maps.Keys(found))
}
