package s3

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"mime"
	"os"
	"path"
	"time"

	"github.com/minio/minio-go/v7"

	"loket/internal/platform/file"
	"loket/internal/platform/ids"
)

// writer keeps a file in a temporary file until Commit sends it, so that no reader of the
// database waits for the store. A file of any size takes the memory of one part.
type writer struct {
	bucket *Bucket
	ctx    context.Context //nolint:containedctx // io.Writer has no place for it; it lives as long as the writing
	name   string
	temp   *os.File // nil when the writing has ended
	hash   hash.Hash
	size   int64
}

// markName is the metadata key of the mark.
const markName = "Loket-Upload"

// Create implements file.Store. It sends nothing yet.
func (b *Bucket) Create(ctx context.Context, key file.Key) (file.Writer, error) {
	if err := key.Check(); err != nil {
		return nil, fmt.Errorf("write a file: %w", err)
	}

	temp, err := os.CreateTemp(b.opt.Temp, "loket-file-")
	if err != nil {
		return nil, fmt.Errorf("write a file: %w", err)
	}

	// Without a name the file ends with the process, however that ends.
	if err := os.Remove(temp.Name()); err != nil {
		return nil, errors.Join(fmt.Errorf("write a file: %w", err), temp.Close())
	}

	return &writer{bucket: b, ctx: ctx, name: b.name(key), temp: temp, hash: sha256.New()}, nil
}

var errEnded = errors.New("the writing of this file has ended")

// Write implements io.Writer.
func (w *writer) Write(p []byte) (int, error) {
	if w.temp == nil {
		return 0, errEnded
	}

	n, err := w.temp.Write(p)
	w.hash.Write(p[:n])
	w.size += int64(n)

	if err != nil {
		return n, fmt.Errorf("write a file: %w", err)
	}

	return n, nil
}

// Commit implements file.Writer.
func (w *writer) Commit() (file.Info, error) {
	if w.temp == nil {
		return file.Info{}, errEnded
	}

	_, err := w.temp.Seek(0, io.SeekStart)
	if err == nil {
		err = w.bucket.put(w.ctx, w.name, w.temp, w.size)
	}

	if err := errors.Join(err, w.Abort()); err != nil {
		return file.Info{}, err
	}

	return file.Info{Size: w.size, SHA256: hex.EncodeToString(w.hash.Sum(nil))}, nil
}

// Abort implements file.Writer.
func (w *writer) Abort() error {
	if w.temp == nil {
		return nil
	}

	err := w.temp.Close()
	w.temp = nil

	if err != nil {
		return fmt.Errorf("drop a temporary file: %w", err)
	}

	return nil
}

// put sends a file, in parts if it is large. After a failure the library deletes the parts
// that it has sent; what it can't delete is left to Sweep.
func (b *Bucket) put(ctx context.Context, name string, content io.Reader, size int64) error {
	limit, cancel := context.WithTimeout(ctx, time.Duration(1+size/int64(b.opt.Part))*b.opt.Large)
	defer cancel()

	mark := ids.Token()

	_, err := b.core.Client.PutObject(limit, b.opt.Bucket, name, content, size, minio.PutObjectOptions{
		ContentType: mime.TypeByExtension(path.Ext(name)), UserMetadata: map[string]string{markName: mark},
		PartSize:       uint64(b.opt.Part), //nolint:gosec // not negative
		SendContentMd5: true,               // the store refuses a damaged part
	})
	if err == nil {
		return nil
	}

	// The last answer is an error or lost, but the request may have succeeded: then the
	// stored file has our mark.
	if info, seen := b.stat(ctx, name); seen == nil && info.Size == size && info.UserMetadata[markName] == mark {
		return nil
	}

	return classifyError("keep a file", err)
}

func (b *Bucket) abort(ctx context.Context, name, upload string) error {
	err := b.core.AbortMultipartUpload(ctx, b.opt.Bucket, name, upload)
	if err != nil && minio.ToErrorResponse(err).Code != codeNoUpload {
		return classifyError("drop a file", err)
	}

	return nil
}
