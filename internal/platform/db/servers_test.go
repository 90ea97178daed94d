package db_test

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// A start is not held up by a server that swallows packets, or that is away: it is returned by its name.
func TestServersThatAreAwayAreTold(t *testing.T) {
	t.Parallel()

	const bound = 20 * time.Second // of a look; Citus' own limit for a connection is 30 s

	opt := distributed(t)
	d := testkit.OpenAt(t, opt.URL)

	hangs, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0") // the kernel accepts, and nobody answers
	testkit.Must(t, err)

	defer hangs.Close()

	_, port, err := net.SplitHostPort(hangs.Addr().String())
	testkit.Must(t, err)

	const nobody = "1"

	for group, at := range []string{port, nobody} {
		run(t, opt, fmt.Sprintf(`INSERT INTO pg_dist_node (groupid, nodename, nodeport, hasmetadata, isactive, noderole, shouldhaveshards)
			VALUES (%d, '127.0.0.1', %s, FALSE, TRUE, 'primary', FALSE)`, 90+group, at))
	}

	began := time.Now()

	away, err := d.CheckDurable(t.Context())
	if took := time.Since(began); took > bound {
		t.Errorf("the look at settings took %s", took)
	}

	// Settings of tests lose orders in a crash; nothing is said of the two.
	if text := fmt.Sprint(err); strings.Contains(text, "127.0.0.1") {
		t.Errorf("an outage is a fault: %v", err)
	}

	for _, at := range []string{port, nobody} {
		if told := errors.Join(away...); told == nil || !strings.Contains(told.Error(), "server 127.0.0.1:"+at+" does not answer: ") {
			t.Errorf("of the server at %s it said: %v", at, told)
		}
	}

	began = time.Now()
	err = db.CheckSchema(t.Context(), opt)

	if took := time.Since(began); err != nil || took > bound {
		t.Errorf("the look at triggers took %s: %v", took, err)
	}
}

// A server that answers, but with an error, is a fault: nobody knows what its shards are like.
func TestServerThatCannotBeLookedAtIsAFault(t *testing.T) {
	t.Parallel()

	opt := distributed(t)
	first, _, _ := strings.Cut(opt.URL, "?host=")
	worker := first + "?host=" + value(t, opt, "SELECT nodename FROM pg_dist_node WHERE groupid <> 0 ORDER BY groupid LIMIT 1")

	run(t, db.Options{URL: worker}, "SET allow_system_table_mods = on; ALTER TABLE pg_dist_local_group RENAME COLUMN groupid TO number")

	err := db.CheckSchema(t.Context(), opt)
	if !errors.Is(err, db.ErrDistribution) || !strings.Contains(err.Error(), "can't be looked at: ") {
		t.Errorf("the check said: %v", err)
	}
}
