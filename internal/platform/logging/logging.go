// Package logging makes the program's log: structured lines with times in UTC.
// Warnings and errors are written at once. Other lines, above all the access log
// of a busy program, are buffered for a short time.
package logging

import (
	"context"
	"io"
	"log/slog"
)

// Options configure a log. The zero value writes JSON from level info on.
type Options struct {
	Level slog.Level
	Text  bool
}

// New makes a log that writes to out. The returned function writes the buffered
// lines; the caller of New calls it last.
func New(out io.Writer, opt Options) (*slog.Logger, func()) {
	l := &lines{out: out}
	level := &slog.HandlerOptions{Level: opt.Level}

	var format slog.Handler = slog.NewJSONHandler(l, level)
	if opt.Text {
		format = slog.NewTextHandler(l, level)
	}

	return slog.New(handler{format, l}), func() { _ = l.flush() }
}

type handler struct {
	slog.Handler

	lines *lines
}

// Handle flushes the buffer after a line of level warning or above, since the
// program may be about to end.
func (h handler) Handle(ctx context.Context, r slog.Record) error {
	r.Time = r.Time.UTC()

	err := h.Handler.Handle(ctx, r)
	if err == nil && r.Level >= slog.LevelWarn {
		err = h.lines.flush()
	}

	return err
}

func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return handler{h.Handler.WithAttrs(attrs), h.lines}
}

func (h handler) WithGroup(name string) slog.Handler {
	return handler{h.Handler.WithGroup(name), h.lines}
}
