package picture

import (
	"bytes"
	"context"
	"image"

	"loket/internal/platform/limiter"
)

// Decoder decodes the pictures of clients, few at a time, since a large one takes some 200 MB and a second. Small pictures have
// places of their own, so they never wait for a large one; turns are fair between clients.
type Decoder struct{ small, large *limiter.Turns[int64] }

// NewDecoder makes a Decoder.
func NewDecoder() *Decoder {
	const (
		smallPlaces = 2
		queue       = 64
		clientQueue = 16
	)

	options := limiter.TurnsOptions{Places: 1, Share: 1, Queue: queue, KeyQueue: clientQueue}
	large := limiter.NewTurns[int64](options)
	options.Places = smallPlaces

	return &Decoder{small: limiter.NewTurns[int64](options), large: large}
}

// Enter waits for a place to decode a picture of a client. The caller calls the function that it returns. Errors:
// fault.ErrBusy, ctx's.
func (d *Decoder) Enter(ctx context.Context, client int64, content []byte) (leave func(), err error) {
	const smallPixels = 4_000_000

	turns := d.small
	if head, _, err := image.DecodeConfig(bytes.NewReader(content)); err == nil && head.Width*head.Height > smallPixels {
		turns = d.large
	}

	return turns.Enter(ctx, limiter.Caller[int64]{Key: client})
}
