package clientid_test

import (
	"strconv"
	"testing"

	"loket/internal/platform/clientid"
)

func TestIdsOfSandboxesSayWhoseTheyAre(t *testing.T) {
	t.Parallel()

	const mostExact = 1 << 53

	for _, client := range []int64{1, 1001, clientid.FirstSandbox - 1} {
		if clientid.IsSandbox(client) || clientid.Live(client) != client || clientid.Number(client) != 0 {
			t.Errorf("%d is a client", client)
		}

		for _, number := range []int64{1, 2, clientid.MaxSandboxes} {
			id := clientid.Sandbox(client, number)
			if !clientid.IsSandbox(id) || clientid.Live(id) != client || clientid.Number(id) != number || id >= mostExact {
				t.Errorf("sandbox %d of %d is %d, of %d", number, client, id, clientid.Live(id))
			}
		}
	}

	if clientid.Sandbox(clientid.Sandbox(7, 1), 2) != clientid.Sandbox(7, 2) {
		t.Error("a sandbox has a sandbox of its own")
	}

	if clientid.FirstSandboxSQL != strconv.Itoa(clientid.FirstSandbox) {
		t.Error("statements have another number")
	}
}
