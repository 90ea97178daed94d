package sheet

import (
	"compress/flate"
	"fmt"
	"io"
	"sync"
)

// deflaters are used again: each takes about a megabyte, a workbook needs one for each of its parts, and to make them takes most of the
// time of a small workbook.
var deflaters sync.Pool

// deflater gives its writer back when its part of the file ends.
type deflater struct{ *flate.Writer }

func newDeflater(out io.Writer) (io.WriteCloser, error) {
	if w, ok := deflaters.Get().(*flate.Writer); ok {
		w.Reset(out)

		return deflater{w}, nil
	}

	w, err := flate.NewWriter(out, flate.BestSpeed)
	if err != nil {
		return nil, fmt.Errorf("compress a workbook: %w", err)
	}

	return deflater{w}, nil
}

// Close implements io.Closer.
func (d deflater) Close() error {
	err := d.Writer.Close()
	deflaters.Put(d.Writer)

	return err //nolint:wrapcheck // package zip wraps it
}
