package s3

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"mime"
	"path"
	"sync"

	"github.com/minio/minio-go/v7"

	"loket/internal/platform/file"
	"loket/internal/platform/ids"
)

// writer buffers parts and sends them on Flush, or when two are full, so a file of any
// size takes the memory of at most two parts. All parts but the last have the same
// size, as some stores require. A file of one part is sent in one request.
type writer struct {
	bucket *Bucket
	ctx    context.Context //nolint:containedctx // io.Writer has no place for it; it lives as long as the writing
	name   string
	// mark is stored with the file. With it a writer recognises its own file when the
	// answer to its last request was lost.
	mark   string
	held   []byte // buffered, not yet sent
	hash   hash.Hash
	size   int64
	upload string // id of the multipart upload; empty before it begins
	parts  []minio.CompletePart
	fault  error // error of the first failed send; later calls return it
	ended  bool
}

// markName is the metadata key of the mark.
const markName = "Loket-Upload"

// firstRoom is the first size of a writer's buffer: most files are small.
const firstRoom = 64 << 10

// Create implements file.Store. It sends nothing yet.
func (b *Bucket) Create(ctx context.Context, key file.Key) (file.Writer, error) {
	if err := key.Check(); err != nil {
		return nil, fmt.Errorf("write a file: %w", err)
	}

	return &writer{bucket: b, ctx: ctx, name: b.name(key), mark: ids.Token(), hash: sha256.New()}, nil
}

// Write implements io.Writer.
func (w *writer) Write(p []byte) (int, error) {
	n := 0

	for n < len(p) && w.fault == nil {
		if len(w.held) == w.most() {
			w.fault = w.sendPart()

			continue
		}

		take := min(len(p)-n, w.most()-len(w.held))
		w.grow(take)
		w.held = append(w.held, p[n:n+take]...)
		n += take
	}

	w.hash.Write(p[:n])
	w.size += int64(n)

	return n, w.fault
}

// most is the largest size of the buffer.
func (w *writer) most() int { return 2 * w.bucket.opt.Part }

// grow doubles the buffer until it has room for more bytes, up to most.
func (w *writer) grow(more int) {
	need := len(w.held) + more
	if need <= cap(w.held) {
		return
	}

	room := max(cap(w.held), firstRoom)
	for room < need {
		room *= 2
	}

	w.held = append(make([]byte, 0, min(room, w.most())), w.held...)
}

// Flush implements file.Writer. It keeps one part, which may be the last.
func (w *writer) Flush() error {
	for len(w.held) > w.bucket.opt.Part && w.fault == nil {
		w.fault = w.sendPart()
	}

	return w.fault
}

// sendPart sends one full part of the buffer.
func (w *writer) sendPart() error {
	size := w.bucket.opt.Part
	if err := w.send(w.held[:size]); err != nil {
		return err
	}

	w.held = w.held[:copy(w.held, w.held[size:])]

	return nil
}

func (w *writer) send(part []byte) error {
	if w.upload == "" {
		if err := w.begin(); err != nil {
			return err
		}
	}

	if len(w.parts) == maxParts {
		return fmt.Errorf("write a file: more than %d parts of %d bytes", maxParts, w.bucket.opt.Part)
	}

	ctx, cancel := context.WithTimeout(w.ctx, w.bucket.opt.Large)
	defer cancel()

	body := newBody(part)
	defer body.revoke()

	// The request's signature covers the checksum of the part, so the store refuses a
	// damaged part, with or without TLS.
	done, err := w.bucket.core.PutObjectPart(ctx, w.bucket.opt.Bucket, w.name, w.upload, len(w.parts)+1, body, int64(len(part)),
		minio.PutObjectPartOptions{Sha256Hex: checksum(part), DisableContentSha256: true})
	if err != nil {
		return failed("write a part of a file", err)
	}

	w.parts = append(w.parts, minio.CompletePart{PartNumber: done.PartNumber, ETag: done.ETag})

	return nil
}

func (w *writer) begin() error {
	ctx, cancel := w.bucket.small(w.ctx)
	defer cancel()

	id, err := w.bucket.core.NewMultipartUpload(ctx, w.bucket.opt.Bucket, w.name, w.options())
	if err != nil {
		return failed("begin a file", err)
	}

	w.upload = id

	return nil
}

func (w *writer) options() minio.PutObjectOptions {
	return minio.PutObjectOptions{
		ContentType: mime.TypeByExtension(path.Ext(w.name)), UserMetadata: map[string]string{markName: w.mark},
		DisableContentSha256: true, // the library's own, which signs piece by piece; ours is signed whole
	}
}

var errEnded = errors.New("the writing of this file has ended")

// Commit implements file.Writer.
func (w *writer) Commit() (file.Info, error) {
	if w.ended {
		return file.Info{}, errEnded
	}

	err := w.Flush()
	if err == nil {
		err = w.finish()
	}

	if err != nil {
		return file.Info{}, errors.Join(err, w.Abort())
	}

	w.ended, w.held = true, nil

	return file.Info{Size: w.size, SHA256: hex.EncodeToString(w.hash.Sum(nil))}, nil
}

// finish completes the file. When the last answer is an error or is lost, it checks the
// stored mark: the request may have succeeded.
func (w *writer) finish() error {
	err := w.last()
	if err == nil {
		return nil
	}

	if info, seen := w.bucket.stat(w.ctx, w.name); seen == nil && info.Size == w.size && info.UserMetadata[markName] == w.mark {
		return nil
	}

	return err
}

func (w *writer) last() error {
	ctx, cancel := context.WithTimeout(w.ctx, w.bucket.opt.Large)
	defer cancel()

	if w.upload == "" {
		body := newBody(w.held)
		defer body.revoke()

		_, err := w.bucket.core.PutObject(ctx, w.bucket.opt.Bucket, w.name, body, w.size, "", checksum(w.held), w.options())
		if err != nil {
			return failed("keep a file", err)
		}

		return nil
	}

	if err := w.send(w.held); err != nil {
		return err
	}

	_, err := w.bucket.core.CompleteMultipartUpload(ctx, w.bucket.opt.Bucket, w.name, w.upload, w.parts, minio.PutObjectOptions{})
	if err != nil {
		return failed("keep a file", err)
	}

	return nil
}

// Abort implements file.Writer. It deletes the sent parts. It has a time limit of its
// own, since the caller's context has often ended. What it can't delete is left to
// Sweep.
func (w *writer) Abort() error {
	if w.ended {
		return nil
	}

	w.ended, w.held = true, nil

	if w.upload == "" {
		return nil
	}

	ctx, cancel := w.bucket.small(context.WithoutCancel(w.ctx))
	defer cancel()

	return w.bucket.abort(ctx, w.name, w.upload)
}

func (b *Bucket) abort(ctx context.Context, name, upload string) error {
	err := b.core.AbortMultipartUpload(ctx, b.opt.Bucket, name, upload)
	if err != nil && minio.ToErrorResponse(err).Code != codeNoUpload {
		return failed("drop a file", err)
	}

	return nil
}

func checksum(part []byte) string {
	sum := sha256.Sum256(part)

	return hex.EncodeToString(sum[:])
}

// body gives a part to the library. A transport may still read the body of a request
// that has ended, so the body is closed before the memory is reused.
type body struct {
	mu   sync.Mutex
	from *bytes.Reader // nil once it is closed
}

func newBody(part []byte) *body { return &body{from: bytes.NewReader(part)} }

func (b *body) revoke() {
	b.mu.Lock()
	defer b.mu.Unlock()

	b.from = nil
}

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()

	if b.from == nil {
		return 0, io.ErrClosedPipe
	}

	return b.from.Read(p)
}

// Seek implements io.Seeker, which the library uses to retry.
func (b *body) Seek(offset int64, whence int) (int64, error) {
	b.mu.Lock()
	defer b.mu.Unlock()

	if b.from == nil {
		return 0, io.ErrClosedPipe
	}

	return b.from.Seek(offset, whence)
}
