package stream

import (
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"
)

// deadlined is an answer whose writes have to end by a time.
type deadlined struct {
	*httptest.ResponseRecorder

	by time.Time
}

func (d *deadlined) SetWriteDeadline(by time.Time) error {
	d.by = by

	return nil
}

// A stream whose session ends between two signs of life has time to end its answer.
func TestStreamsEndTheirAnswer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		out, ended := &deadlined{ResponseRecorder: httptest.NewRecorder()}, make(chan struct{})

		time.AfterFunc(writeTime+time.Second, func() { close(ended) })
		sendEvents(t.Context(), out, nil, nil, ended)

		if !out.by.After(time.Now()) {
			t.Errorf("the time to write ended at %s, and it is %s", out.by, time.Now())
		}
	})
}
