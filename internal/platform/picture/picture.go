// Package picture makes uploaded pictures harmless: it decodes them within a limit of pixels and writes them again, so
// that nothing but the picture itself is left of the file.
package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/jpeg"
	"image/png"
)

// MaxPixels is the most pixels of a picture: phones make photos of 50 million. Less of one that takes more memory while it is
// decoded, such as a PNG of 16 bits or a progressive JPEG.
const MaxPixels = 50_000_000

// maxSide is the longer side of a picture that Clean writes again. Figures on a photographed receipt stay readable.
const maxSide = 4096

// The errors of Clean.
var (
	ErrBroken   = errors.New("picture: damaged or incomplete")
	ErrFormat   = errors.New("picture: not of a known format")
	ErrAnimated = errors.New("picture: animated")
)

// PixelsError means that a picture has too many pixels.
type PixelsError struct {
	Most int // of such a picture
}

func (e PixelsError) Error() string { return fmt.Sprintf("picture: more than %d pixels", e.Most) }

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
// whatever else the file holds are gone; a photo that its meta data turn is turned, its colours are those of sRGB, and a
// large one is reduced. Errors: ErrFormat, PixelsError, ErrBroken, ctx's.
func Clean(ctx context.Context, content []byte) ([]byte, Format, error) {
	decoded, name, err := decode(ctx, content, maxSide)
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
