package s3

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/minio/minio-go/v7"

	"loket/internal/platform/ids"
)

// checkTime limits the whole check.
const checkTime = 15 * time.Second

var errOther = errors.New("the store gave back something else than was written")

// Check tries every request of the program once with a small file, so a start finds
// what a first export would. The error says what is wrong and which setting to
// change.
func (b *Bucket) Check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()

	name := b.folder() + "loket-check-" + ids.Token()
	text := []byte("written by a start of Loket; may be deleted\n")

	if _, err := b.core.Client.PutObject(ctx, b.opt.Bucket, name, bytes.NewReader(text), int64(len(text)),
		minio.PutObjectOptions{SendContentMd5: true}); err != nil {
		return b.explain("write", err)
	}

	found := []error{b.checkRead(ctx, name, text), b.checkParts(ctx, name)}

	for object := range b.core.ListObjectsIter(ctx, b.opt.Bucket, minio.ListObjectsOptions{Prefix: name, Recursive: true}) {
		if object.Err != nil {
			found = append(found, b.explain("list", object.Err))
		}
	}

	if err := b.core.RemoveObject(ctx, b.opt.Bucket, name, minio.RemoveObjectOptions{}); err != nil {
		found = append(found, b.explain("delete", err))
	}

	return errors.Join(found...)
}

func (b *Bucket) checkRead(ctx context.Context, name string, want []byte) error {
	content, _, _, err := b.core.GetObject(ctx, b.opt.Bucket, name, minio.GetObjectOptions{})
	if err != nil {
		return b.explain("read", err)
	}

	text, err := io.ReadAll(io.LimitReader(content, int64(len(want))+1))
	if err := errors.Join(err, content.Close()); err != nil {
		return b.explain("read", err)
	}

	if !bytes.Equal(text, want) {
		return fmt.Errorf("files: %w", errOther)
	}

	return nil
}

// checkParts tries the requests for large files and their clean-up.
func (b *Bucket) checkParts(ctx context.Context, name string) error {
	id, err := b.core.NewMultipartUpload(ctx, b.opt.Bucket, name, minio.PutObjectOptions{})
	if err != nil {
		return b.explain("begin an upload in parts", err)
	}

	found := []error{}

	if _, err := b.core.ListMultipartUploads(ctx, b.opt.Bucket, b.folder(), "", "", "", 1); err != nil {
		found = append(found, b.explain("list unfinished uploads", err))
	}

	if err := b.core.AbortMultipartUpload(ctx, b.opt.Bucket, name, id); err != nil {
		found = append(found, b.explain("abort an upload in parts", err))
	}

	return errors.Join(found...)
}

// explain says for operators why a bucket doesn't work.
func (b *Bucket) explain(what string, err error) error {
	answer := minio.ToErrorResponse(err)
	where := fmt.Sprintf("bucket %q at %s", b.opt.Bucket, b.opt.Endpoint)

	switch answer.Code {
	case "":
		return fmt.Errorf("files: %s is not reached (s3-endpoint): %w", where, err)
	case "NoSuchBucket":
		return fmt.Errorf("files: there is no %s (s3-bucket)", where)
	case "InvalidAccessKeyId":
		return fmt.Errorf("files: %s does not know the access key (s3-access-key)", where)
	case "SignatureDoesNotMatch":
		return fmt.Errorf("files: %s refuses the secret key (s3-secret-key)", where)
	case "AccessDenied":
		return fmt.Errorf("files: the access key may not %s in %s: give it the right (docs/operations.md lists them)", what, where)
	case "AuthorizationHeaderMalformed", "PermanentRedirect", "TemporaryRedirect", "InvalidRegion", "IllegalLocationConstraintException":
		return fmt.Errorf("files: %s is in another region (s3-region): it says %q", where, orElse(answer.Region, answer.Message))
	case "RequestTimeTooSkewed":
		return fmt.Errorf("files: %s says that this machine's clock is wrong", where)
	default:
		return fmt.Errorf("files: %s does not let us %s: %d %s: %w", where, what, answer.StatusCode, answer.Code, err)
	}
}
