package live

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// mostPayload is the most bytes of a notification before its last key. PostgreSQL takes
// less than 8,000.
const mostPayload = 7_800

// tellLoop tells other nodes what changed.
func (h *Hub) tellLoop(ctx context.Context) {
	for await(ctx, h.tell) {
		began := time.Now()

		if err := h.tellAll(ctx); err != nil && ctx.Err() == nil {
			h.log.WarnContext(ctx, "could not tell other nodes what changed, will retry", "error", err)
			leave(h.tell)
		}

		if !pause(ctx, max(sendGap, tellPart*time.Since(began))) {
			return
		}
	}
}

// tellAll keeps what other nodes may not have heard for the next time.
func (h *Hub) tellAll(ctx context.Context) error {
	h.mu.Lock()
	batch := h.untold
	h.untold = map[key]struct{}{}
	h.mu.Unlock()

	ctx, cancel := context.WithTimeout(ctx, dbTime)
	defer cancel()

	for _, payload := range payloads(h.holder, batch) {
		if err := h.d.Notify(ctx, channel, payload); err != nil {
			h.mu.Lock()
			defer h.mu.Unlock()

			for k := range batch {
				h.untold[k] = struct{}{}
			}

			return fmt.Errorf("tell other nodes: %w", err)
		}
	}

	return nil
}

// payloads writes keys as notifications: the sender, then the client and topic of each
// key, all separated by spaces.
func payloads(holder string, keys map[key]struct{}) []string {
	list := []string{}
	text := []byte(holder)

	for k := range keys {
		text = strconv.AppendInt(append(text, ' '), k.client, 10)
		text = append(append(text, ' '), k.topic...)

		if len(text) > mostPayload {
			list = append(list, string(text))
			text = append(text[:0], holder...)
		}
	}

	if len(text) > len(holder) {
		list = append(list, string(text))
	}

	return list
}

// listen hears of changes of other nodes. After each break of the connection subscribers
// are told to load everything, since notifications were missed.
func (h *Hub) listen(ctx context.Context) {
	err := h.d.Listen(ctx, channel, func(payload string) {
		if payload == "" { // connected
			h.offerEverything()

			return
		}

		h.handleChanges(payload)
	})
	if err != nil {
		h.log.ErrorContext(ctx, "could not listen for changes of other nodes", "error", err)
	}
}

func (h *Hub) handleChanges(payload string) {
	words := strings.Split(payload, " ")
	if words[0] == h.holder {
		return
	}

	h.mu.Lock()
	defer h.mu.Unlock()

	for words = words[1:]; len(words) > 1; words = words[2:] {
		if client, err := strconv.ParseInt(words[0], 10, 64); err == nil {
			h.offer(key{client, Topic(words[1])})
		}
	}
}
