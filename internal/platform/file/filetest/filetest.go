// Package filetest gives tests each kind of store of files, the bucket with a
// simulated store behind it.
package filetest

import (
	"context"
	"testing"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/file"
	"loket/internal/platform/file/s3"
	"loket/internal/simulate"
	"loket/internal/simulate/objects"
)

// Part is the size of parts in tests: many of them fit into little time.
const Part = 64 << 10

const stopTime = 10 * time.Second

// Bucket starts a simulated store with an empty bucket and gives the options
// that reach it.
func Bucket(t *testing.T, clk clock.Clock, change ...func(*objects.Options)) (*objects.Store, s3.Options) {
	t.Helper()

	opt := objects.Options{Bucket: "loket-files", Region: "ap-southeast-3", AccessKey: "access", SecretKey: "of the tests", MinPart: Part}
	for _, f := range change {
		f(&opt)
	}

	server, err := simulate.New(simulate.Options{Dir: t.TempDir(), Objects: &opt, Clock: clk})
	if err != nil {
		t.Fatal(err)
	}

	if err := server.Start(t.Context()); err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), stopTime)
		defer cancel()

		if err := server.Stop(ctx); err != nil {
			t.Error(err)
		}
	})

	return server.Objects(), s3.Options{
		Endpoint: server.URL(), Bucket: opt.Bucket, Prefix: "deployment/files", Region: opt.Region, AccessKey: opt.AccessKey, SecretKey: opt.SecretKey,
		Part: Part,
	}
}

// Open opens a bucket until the test ends.
func Open(t *testing.T, opt s3.Options) *s3.Bucket {
	t.Helper()

	b, err := s3.New(opt)
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})

	return b
}

// EachStore runs a test on an empty store of each kind. The clock dates what
// the simulated store keeps; a folder has the machine's.
func EachStore(t *testing.T, clk clock.Clock, body func(t *testing.T, store file.Store)) {
	t.Helper()

	t.Run("folder", func(t *testing.T) {
		t.Parallel()

		folder, err := file.OpenFolder(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}

		t.Cleanup(func() {
			if err := folder.Close(); err != nil {
				t.Error(err)
			}
		})

		body(t, folder)
	})

	t.Run("s3", func(t *testing.T) {
		t.Parallel()

		_, opt := Bucket(t, clk)
		body(t, Open(t, opt))
	})
}
