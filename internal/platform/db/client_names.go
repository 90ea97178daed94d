package db

import (
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"
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

// nameClients names the clients of the rows besides, which are those of one shard, for each table of the statement: count of them, in the argument at
// a place, from 1. Each is compared by itself. For ANY of a list the worker would go through the list for each row, expect an index to cost that much
// more, and read all rows of the clients instead.
func nameClients(text string, at, count int) string {
	if !namesClients(text) {
		return text
	}

	listed := func(column string) string {
		each := make([]string, count)
		for i := range each {
			each[i] = column + " = ($" + strconv.Itoa(at) + "::bigint[])[" + strconv.Itoa(i+1) + "]"
		}

		return " AND (" + strings.Join(each, " OR ") + ")"
	}

	text = joinedBy.ReplaceAllStringFunc(text, func(found string) string {
		columns := strings.Split(found, " = ")

		return found + listed(columns[0]) + listed(columns[1])
	})

	return rowsClient.ReplaceAllStringFunc(text, func(found string) string { return found + listed(strings.TrimSuffix(found, " = {client}")) })
}

// namesClients reports whether a statement for rows needs nameClients.
func namesClients(text string) bool { return rowsClient.MatchString(text) }

// distinctClients are the clients of rows, each once, and the last one again up to a power of two, so that statements have few forms.
func distinctClients(clients []int64) []int64 {
	list := slices.Compact(slices.Sorted(slices.Values(clients)))
	for last := list[len(list)-1]; bits.OnesCount(uint(len(list))) > 1; {
		list = append(list, last)
	}

	return list
}
