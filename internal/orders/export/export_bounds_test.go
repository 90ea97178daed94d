package export_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/export"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/file"
)

// One client's long export doesn't hold up the export of another client.
func TestLongExportHoldsUpNoOtherClient(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		let := make(chan struct{})

		release := sync.OnceFunc(func() { close(let) })
		defer release() // or the queue can't stop

		svc := newServiceWithStore(t, d, export.Options{}, func(s file.Store) file.Store {
			return heldStore{s, fmt.Sprintf("/%d/", client), let}
		})
		svc.start(t)

		r := svc.request(t, "2026-11-19", "2026-11-19")
		_, err := svc.Request(t.Context(), r)
		testkit.Must(t, err)

		testkit.Eventually(t, ordertest.Patience, "the long export is begun", func() bool {
			return testkit.Value[int](t, d, "SELECT COUNT(*) FROM jobs WHERE kind = 'order.export' AND state = 'running'") > 0
		})

		if _, err := svc.Request(t.Context(), r); !export.ErrExportRunning.Is(err) {
			t.Errorf("a second export of the client: %v", err)
		}

		r.ClientID = ordertest.Other
		_, err = svc.Request(t.Context(), r)
		testkit.Must(t, err)

		testkit.Eventually(t, ordertest.Patience, "the other client's export ends", func() bool {
			list, err := svc.List(t.Context(), ordertest.Other)
			testkit.Must(t, err)

			return list[0].Status == export.ExportDone
		})

		release()
		testkit.Must(t, svc.queue.Idle(t.Context()))

		if list, err := svc.List(t.Context(), client); err != nil || list[0].Status != export.ExportDone {
			t.Errorf("%+v, %v", list, err)
		}
	})
}

// The exports of all clients are bounded together. A refused one leaves nothing behind.
func TestExportsAreBoundedInAll(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		svc := newServiceWithStore(t, d, export.Options{InAll: 1})

		r := svc.request(t, "2026-11-19", "2026-11-19")
		_, err := svc.Request(t.Context(), r)
		testkit.Must(t, err)

		if _, err := svc.Request(t.Context(), r); !export.ErrExportRunning.Is(err) {
			t.Errorf("a second export of the client: %v", err)
		}

		r.ClientID = ordertest.Other
		if _, err := svc.Request(t.Context(), r); !fault.ErrBusy.Is(err) || fault.From(err).RetryAfter != time.Minute {
			t.Errorf("one export more than all may have: %v", err)
		}

		for _, table := range []string{"order_exports", "jobs WHERE kind = 'order.export'", "audit_log WHERE action = 'order.export'"} {
			if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM "+table); n != 1 {
				t.Errorf("%d rows of %s", n, table)
			}
		}

		svc.start(t)
		testkit.Must(t, svc.queue.Idle(t.Context()))

		if _, err := svc.Request(t.Context(), r); err != nil {
			t.Errorf("after the first has ended: %v", err)
		}
	})
}
