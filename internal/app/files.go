package app

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"loket/internal/config"
	"loket/internal/platform/file"
	"loket/internal/platform/file/s3"
)

// filesFolder is the folder within the data folder for files, or with a bucket for those
// that are being written.
const (
	filesFolder = "files"
	folderMode  = 0o700
)

// OpenFiles opens the store of files. It checks a bucket first: a failing start is better
// than failing exports.
func OpenFiles(ctx context.Context, conf config.Config) (file.Store, error) {
	if !conf.UsesS3() {
		folder, err := file.OpenFolder(filepath.Join(conf.Data, filesFolder))
		if err != nil {
			return nil, fmt.Errorf("files: %w", err)
		}

		return folder, nil
	}

	opt := conf.Options()
	opt.Temp = filepath.Join(conf.Data, filesFolder)

	if err := os.MkdirAll(opt.Temp, folderMode); err != nil {
		return nil, fmt.Errorf("files: %w", err)
	}

	bucket, err := s3.New(opt)
	if err != nil {
		return nil, fmt.Errorf("files: %w", err)
	}

	if err := bucket.Check(ctx); err != nil {
		return nil, err
	}

	return bucket, nil
}

// CheckFiles checks the store of files without starting anything. It skips stores with invalid
// settings, which Config.Check reports.
func CheckFiles(ctx context.Context, conf config.Config) error {
	if !conf.UsesS3() || len(conf.Options().Check()) > 0 {
		return nil
	}

	bucket, err := OpenFiles(ctx, conf)
	if err != nil {
		return err
	}

	if err := bucket.Close(); err != nil {
		return fmt.Errorf("files: %w", err)
	}

	return nil
}
