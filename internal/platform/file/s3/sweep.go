package s3

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"

	"loket/internal/platform/file"
)

// Sweep implements file.Store. It leaves uploads and files that are not ours.
func (b *Bucket) Sweep(ctx context.Context, kind file.Kind, partial, whole time.Time) error {
	folder := b.folder() + string(kind) + "/"

	return errors.Join(b.sweepUploads(ctx, folder, partial), b.sweepFiles(ctx, folder, whole))
}

func (b *Bucket) sweepUploads(ctx context.Context, folder string, before time.Time) error {
	keyMarker, idMarker := "", ""

	for {
		page, err := b.uploads(ctx, folder, keyMarker, idMarker)
		if err != nil {
			return err
		}

		for _, u := range page.Uploads {
			if !b.ours(u.Key) || !u.Initiated.Before(before) {
				continue
			}

			if err := b.drop(ctx, u); err != nil {
				return err
			}
		}

		if !page.IsTruncated || page.NextKeyMarker == keyMarker && page.NextUploadIDMarker == idMarker {
			return nil
		}

		keyMarker, idMarker = page.NextKeyMarker, page.NextUploadIDMarker
	}
}

func (b *Bucket) drop(ctx context.Context, u minio.ObjectMultipartInfo) error {
	ctx, cancel := b.small(ctx)
	defer cancel()

	return b.abort(ctx, u.Key, u.UploadID)
}

func (b *Bucket) uploads(ctx context.Context, folder, keyMarker, idMarker string) (minio.ListMultipartUploadsResult, error) {
	ctx, cancel := b.small(ctx)
	defer cancel()

	page, err := b.core.ListMultipartUploads(ctx, b.opt.Bucket, folder, keyMarker, idMarker, "", b.opt.Listed)
	if err != nil {
		return minio.ListMultipartUploadsResult{}, classifyError("list unfinished files", err)
	}

	return page, nil
}

// Each implements file.Store. It leaves files that are not ours.
func (b *Bucket) Each(ctx context.Context, fn func(key file.Key) error) error {
	ctx, cancel := context.WithCancel(ctx) // ends the listing on an early return
	defer cancel()

	for object := range b.core.ListObjectsIter(ctx, b.opt.Bucket, minio.ListObjectsOptions{Prefix: b.folder(), Recursive: true, MaxKeys: b.opt.Listed}) {
		if object.Err != nil {
			return classifyError("list files", object.Err)
		}

		if !b.ours(object.Key) {
			continue
		}

		if err := fn(file.Key(strings.TrimPrefix(object.Key, b.folder()))); err != nil {
			return err
		}
	}

	return nil
}

func (b *Bucket) sweepFiles(ctx context.Context, folder string, before time.Time) error {
	ctx, cancel := context.WithCancel(ctx) // ends the listing on an early return
	defer cancel()

	for object := range b.core.ListObjectsIter(ctx, b.opt.Bucket, minio.ListObjectsOptions{Prefix: folder, Recursive: true, MaxKeys: b.opt.Listed}) {
		if object.Err != nil {
			return classifyError("list files", object.Err)
		}

		if !b.ours(object.Key) || !object.LastModified.Before(before) {
			continue
		}

		if err := b.remove(ctx, object.Key); err != nil {
			return err
		}
	}

	return nil
}
