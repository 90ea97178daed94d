package db

import (
	"regexp"
	"strconv"
)

// A Citus sends a statement to the server of a client only if a parameter names the client by itself: neither one in a sub-select
// (Where.HiddenClient) nor a column of the rows of a batch ({client} of Columns). The other engines keep these forms: a bare parameter would make
// PostgreSQL plan each call anew, and a list of clients beside the rows would be searched for each of them.

var hiddenClient = regexp.MustCompile(`client_id = \(SELECT CAST\((\$\d+) AS BIGINT\)\)`)

// bare is a statement as this database wants it.
func (d *DB) bare(text string) string {
	if !d.Distributed() {
		return text
	}

	return bareClients(text)
}

// bareClients is a statement with its hidden clients as bare parameters.
func bareClients(text string) string { return hiddenClient.ReplaceAllString(text, "client_id = $1") }

var (
	rowsClient = regexp.MustCompile(`((?:\w+\.)?client_id) = \{client\}`)
	joinedBy   = regexp.MustCompile(`(\w+\.client_id) = (\w+\.client_id)`)
)

// nameClients names the clients of the rows besides, which are those of one shard, for each table of the statement. at is the place of their column
// among the arguments, from 1.
func nameClients(text string, at int) string {
	if !rowsClient.MatchString(text) {
		return text
	}

	listed := " = ANY($$" + strconv.Itoa(at) + "::bigint[])"
	text = joinedBy.ReplaceAllString(text, "${0} AND ${1}"+listed+" AND ${2}"+listed)

	return rowsClient.ReplaceAllString(text, "${0} AND ${1}"+listed)
}
