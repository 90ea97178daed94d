package s3

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/minio/minio-go/v7"

	"loket/internal/platform/fault"
	"loket/internal/platform/file"
)

// Bucket is a store of files in a bucket.
type Bucket struct {
	opt       Options
	core      *minio.Core
	transport *http.Transport
}

var _ file.Store = (*Bucket)(nil)

var errOptions = errors.New("options of the store")

// New makes the store without contacting it. Check tests whether it works.
func New(opt Options) (*Bucket, error) {
	if found := opt.Check(); len(found) > 0 {
		return nil, fmt.Errorf("%w: %s %s", errOptions, found[0].Option, found[0].Text)
	}

	opt = opt.withDefaults()
	transport := newTransport(opt.Dial, opt.Stall)

	core, err := opt.client(transport)
	if err != nil {
		return nil, err
	}

	return &Bucket{opt: opt, core: core, transport: transport}, nil
}

// Close implements file.Store.
func (b *Bucket) Close() error {
	b.transport.CloseIdleConnections()

	return nil
}

// name is the object name of a key.
func (b *Bucket) name(key file.Key) string { return b.folder() + string(key) }

// ours reports whether a name is the object name of a key.
func (b *Bucket) ours(name string) bool {
	rest, ours := strings.CutPrefix(name, b.folder())

	return ours && file.Key(rest).Valid()
}

// folder is the prefix of all names.
func (b *Bucket) folder() string {
	if b.opt.Prefix == "" {
		return ""
	}

	return b.opt.Prefix + "/"
}

// small limits the time of a request without file content.
func (b *Bucket) small(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, b.opt.Small)
}

// stat returns the metadata of a file, or file.ErrNone.
func (b *Bucket) stat(ctx context.Context, name string) (minio.ObjectInfo, error) {
	ctx, cancel := b.small(ctx)
	defer cancel()

	info, err := b.core.StatObject(ctx, b.opt.Bucket, name, minio.StatObjectOptions{})
	if isGone(err) {
		return minio.ObjectInfo{}, file.ErrNone
	}

	if err != nil {
		return minio.ObjectInfo{}, classifyError("look for a file", err)
	}

	return info, nil
}

// Has implements file.Store.
func (b *Bucket) Has(ctx context.Context, key file.Key, size int64) (bool, error) {
	if err := key.Check(); err != nil {
		return false, fmt.Errorf("look for a file: %w", err)
	}

	info, err := b.stat(ctx, b.name(key))
	if errors.Is(err, file.ErrNone) {
		return false, nil
	}

	return err == nil && info.Size == size, err
}

// Delete implements file.Store.
func (b *Bucket) Delete(ctx context.Context, key file.Key) error {
	if err := key.Check(); err != nil {
		return fmt.Errorf("delete a file: %w", err)
	}

	return b.remove(ctx, b.name(key))
}

func (b *Bucket) remove(ctx context.Context, name string) error {
	ctx, cancel := b.small(ctx)
	defer cancel()

	err := b.core.RemoveObject(ctx, b.opt.Bucket, name, minio.RemoveObjectOptions{})
	if err != nil && !isGone(err) {
		return classifyError("delete a file", err)
	}

	return nil
}

// The error codes of S3 that need special treatment.
const (
	codeNoKey    = "NoSuchKey"
	codeNoUpload = "NoSuchUpload"
)

// isGone reports whether the file doesn't exist. A missing bucket is a different error.
func isGone(err error) bool {
	answer := minio.ToErrorResponse(err)

	return answer.StatusCode == http.StatusNotFound && answer.Code == codeNoKey
}

// classifyError classifies an error of the library. A store that is down or busy is
// fault.ErrUnavailable; a refusal is an internal error.
func classifyError(what string, err error) error {
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%s: %w", what, err)
	}

	answer := minio.ToErrorResponse(err)

	switch {
	case answer.StatusCode == 0, answer.StatusCode >= http.StatusInternalServerError,
		answer.StatusCode == http.StatusTooManyRequests, answer.StatusCode == http.StatusRequestTimeout:
		return fault.ErrUnavailable.Wrap(fmt.Errorf("%s: the store of files: %w", what, err))
	default:
		return fmt.Errorf("%s: the store of files answers %d %s: %w", what, answer.StatusCode, answer.Code, err)
	}
}
