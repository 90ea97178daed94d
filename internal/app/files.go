package app

import (
	"context"
	"fmt"
	"path/filepath"

	"loket/internal/config"
	"loket/internal/platform/file"
	"loket/internal/platform/file/s3"
)

// filesFolder is where files lie, in the data folder, unless they lie in a
// bucket.
const filesFolder = "files"

// openFiles opens the store of files. A bucket is asked first whether it
// serves: better a start that fails than exports that do.
func openFiles(ctx context.Context, conf config.Config) (file.Store, error) {
	if !conf.UsesS3() {
		folder, err := file.OpenFolder(filepath.Join(conf.Data, filesFolder))
		if err != nil {
			return nil, fmt.Errorf("files: %w", err)
		}

		return folder, nil
	}

	bucket, err := s3.New(conf.Options())
	if err != nil {
		return nil, fmt.Errorf("files: %w", err)
	}

	if err := bucket.Check(ctx); err != nil {
		return nil, err
	}

	return bucket, nil
}

// CheckFiles says what is wrong with the store of files, without starting
// anything. Where its settings have faults of their own, those are told
// elsewhere.
func CheckFiles(ctx context.Context, conf config.Config) error {
	if !conf.UsesS3() || len(conf.Options().Check()) > 0 {
		return nil
	}

	bucket, err := openFiles(ctx, conf)
	if err != nil {
		return err
	}

	if err := bucket.Close(); err != nil {
		return fmt.Errorf("files: %w", err)
	}

	return nil
}
