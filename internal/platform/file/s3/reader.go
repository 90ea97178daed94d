package s3

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/minio/minio-go/v7"

	"loket/internal/platform/fault"
	"loket/internal/platform/file"
)

// reader streams a file from its current offset. After an interruption it continues at
// the same byte, as long as the file is the same.
type reader struct {
	bucket *Bucket
	ctx    context.Context //nolint:containedctx // io.Reader has no place for it; it lives as long as the reading
	name   string
	etag   string
	size   int64
	at     int64
	body   io.ReadCloser // nil when no answer is open
	broken int           // interruptions in a row without much progress
	since  int64         // offset of the last interruption
}

const (
	maxBroken = 4
	// farEnough is the progress in bytes that resets the count of interruptions. A long
	// download may be interrupted many times.
	farEnough = 1 << 20
)

// Open implements file.Store. It reads the metadata; the first Read requests the
// content.
func (b *Bucket) Open(ctx context.Context, key file.Key) (file.File, int64, error) {
	if err := key.Check(); err != nil {
		return nil, 0, fmt.Errorf("open a file: %w", err)
	}

	info, err := b.stat(ctx, b.name(key))
	if err != nil {
		return nil, 0, err
	}

	return &reader{bucket: b, ctx: ctx, name: b.name(key), etag: info.ETag, size: info.Size}, info.Size, nil
}

// Read implements io.Reader.
func (r *reader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}

	for r.at < r.size {
		if r.body == nil {
			if err := r.ask(); err != nil {
				return 0, err
			}
		}

		n, err := r.body.Read(p)
		r.at += int64(n)

		if err != nil {
			if err := r.breakOff(err); err != nil {
				return n, err
			}
		}

		if n > 0 {
			return n, nil
		}
	}

	return 0, io.EOF
}

// breakOff closes an interrupted answer. It returns an error after too many
// interruptions.
func (r *reader) breakOff(cause error) error {
	_ = r.body.Close() // it has ended already
	r.body = nil

	switch {
	case r.at == r.size:
		return nil
	case errors.Is(cause, io.EOF):
		cause = io.ErrUnexpectedEOF
	}

	if r.at-r.since >= farEnough {
		r.broken = 0
	}

	r.broken++
	r.since = r.at

	if r.broken > maxBroken || r.ctx.Err() != nil {
		return fault.ErrUnavailable.Wrap(fmt.Errorf("read a file: the store of files: %w", cause))
	}

	return nil
}

// ask requests the rest of the file. The answer must begin in time; after that each
// read has its own time limit (newTransport).
func (r *reader) ask() error {
	opt := minio.GetObjectOptions{}

	if err := opt.SetMatchETag(r.etag); err != nil {
		return fmt.Errorf("read a file: %w", err)
	}

	if r.at > 0 {
		if err := opt.SetRange(r.at, r.size-1); err != nil {
			return fmt.Errorf("read a file: %w", err)
		}
	}

	ctx, cancel := context.WithCancel(r.ctx)
	late := time.AfterFunc(r.bucket.opt.Small, cancel)

	content, info, header, err := r.bucket.core.GetObject(ctx, r.bucket.opt.Bucket, r.name, opt)

	switch {
	case !late.Stop() && r.ctx.Err() == nil: // it came to its end just now
		err = errors.Join(err, context.DeadlineExceeded)
	case err == nil && info.ETag != r.etag: // some stores ignore If-Match
		err = errReplaced
	case err == nil && r.at > 0 && header.Get("Content-Range") == "":
		err = errWhole
	}

	if err != nil {
		cancel()

		if content != nil {
			_ = content.Close() // the error says more
		}

		return r.explain(err)
	}

	r.body = &cancelOnClose{ReadCloser: content, cancel: cancel}

	return nil
}

var errReplaced = errors.New("another version of the file")

var errWhole = errors.New("the store answered a part of a file with the whole")

func (r *reader) explain(err error) error {
	if errors.Is(err, errReplaced) || minio.ToErrorResponse(err).StatusCode == http.StatusPreconditionFailed || isGone(err) {
		return fmt.Errorf("read a file: it was replaced or deleted meanwhile: %w", err)
	}

	return classifyError("read a file", err)
}

// Seek implements io.Seeker. It drops an open answer at another offset.
func (r *reader) Seek(offset int64, whence int) (int64, error) {
	to := offset

	switch whence {
	case io.SeekStart:
	case io.SeekCurrent:
		to += r.at
	case io.SeekEnd:
		to += r.size
	default:
		return 0, fmt.Errorf("seek in a file: whence %d", whence)
	}

	if to < 0 {
		return 0, fmt.Errorf("seek in a file: before its start: %d", to)
	}

	if to != r.at {
		if err := r.Close(); err != nil {
			return 0, err
		}

		r.at, r.since = to, to
	}

	return to, nil
}

// Close implements io.Closer.
func (r *reader) Close() error {
	if r.body == nil {
		return nil
	}

	err := r.body.Close()
	r.body = nil

	if err != nil {
		return fmt.Errorf("close a file: %w", err)
	}

	return nil
}

// cancelOnClose cancels the request when its answer is closed.
type cancelOnClose struct {
	io.ReadCloser

	cancel context.CancelFunc
}

func (c *cancelOnClose) Close() error {
	c.cancel()

	return c.ReadCloser.Close()
}
