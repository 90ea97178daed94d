// Package picture makes uploaded pictures harmless: it decodes them within a limit of pixels and writes them again, so
// that nothing but the picture itself is left of the file.
package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image/jpeg"
	"image/png"
)

// MaxPixels is the most pixels of a picture. A decoded one takes up to 12 bytes for each.
const MaxPixels = 24_000_000

// The errors of Clean.
var (
	ErrPixels = errors.New("picture: too many pixels")
	ErrBroken = errors.New("picture: damaged or incomplete")
	ErrFormat = errors.New("picture: not of a known format")
)

// Format is the format of a picture; its text is the extension of a file.
type Format string

// The formats.
const (
	JPEG Format = "jpg"
	PNG  Format = "png"
)

// quality of a JPEG that is written again. Figures on a photographed receipt stay readable.
const quality = 85

// Clean decodes a JPEG or PNG and writes it again in its format. Meta data, such as the place where a photo was taken, and
// whatever else the file holds are gone; a photo that its meta data turn is turned. Callers bound how many run at a time.
// Errors: ErrFormat, ErrPixels, ErrBroken.
func Clean(content []byte) ([]byte, Format, error) {
	decoded, name, err := decode(content)
	if name != "jpeg" && name != "png" {
		return nil, "", ErrFormat
	}

	if err != nil {
		return nil, "", err
	}

	var out bytes.Buffer

	format := JPEG

	if name == "png" {
		format = PNG
		err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, decoded)
	} else {
		err = jpeg.Encode(&out, decoded, &jpeg.Options{Quality: quality})
	}

	if err != nil {
		return nil, "", fmt.Errorf("write a picture: %w", err)
	}

	return out.Bytes(), format, nil
}
