package db

import (
	"context"
	"io/fs"

	"github.com/pressly/goose/v3"
)

// MigrateTo takes the steps of some migrations up to a version.
func MigrateTo(ctx context.Context, opt Options, files fs.FS, version int64) error {
	return withProvider(opt, files, func(p *goose.Provider) error {
		_, err := p.UpTo(ctx, version)

		return err
	})
}
