package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/gif" // its first picture
	"image/png"

	"github.com/HugoSmits86/nativewebp"
	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // decoder
)

// Decode decodes a JPEG, PNG, WebP or the first picture of a GIF, turned as its meta data ask. Callers bound how many run at
// a time. Errors: ErrFormat, ErrPixels, ErrBroken.
func Decode(content []byte) (image.Image, error) {
	decoded, _, err := decode(content)

	return decoded, err
}

// decode also returns the name of the format.
func decode(content []byte) (image.Image, string, error) {
	// The size is read from the head before anything of its size is made.
	head, name, err := image.DecodeConfig(bytes.NewReader(content))
	if errors.Is(err, image.ErrFormat) {
		return nil, "", ErrFormat
	}

	if err != nil {
		return nil, name, fmt.Errorf("%w: %w", ErrBroken, err)
	}

	if head.Width <= 0 || head.Height <= 0 || head.Width > MaxPixels/head.Height {
		return nil, name, ErrPixels
	}

	decoded, name, err := image.Decode(bytes.NewReader(content))
	if err != nil {
		return nil, name, fmt.Errorf("%w: %w", ErrBroken, err)
	}

	if name == "jpeg" {
		decoded = turned(decoded, orientation(content))
	}

	return decoded, name, nil
}

// Fit returns a picture that is at most so wide and high, in its proportions. A smaller one keeps its size.
func Fit(from image.Image, width, height int) image.Image {
	b := from.Bounds()
	w, h := b.Dx(), b.Dy()

	if w > width {
		w, h = width, max(1, h*width/w)
	}

	if h > height {
		w, h = max(1, w*height/h), height
	}

	to := image.NewNRGBA(image.Rect(0, 0, w, h))
	draw.CatmullRom.Scale(to, to.Bounds(), from, b, draw.Src, nil)

	return to
}

// Tile puts a picture into the middle of a square of a colour, with a tenth of it free on each side.
func Tile(from image.Image, side int, ground color.Color) image.Image {
	const free = 10

	inner := side - 2*side/free
	b := from.Bounds()
	w, h := inner, max(1, inner*b.Dy()/b.Dx())

	if h > inner {
		w, h = max(1, inner*b.Dx()/b.Dy()), inner
	}

	to := image.NewNRGBA(image.Rect(0, 0, side, side))
	draw.Draw(to, to.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	draw.CatmullRom.Scale(to, image.Rect(0, 0, w, h).Add(image.Pt((side-w)/2, (side-h)/2)), from, b, draw.Over, nil) //nolint:mnd // the middle

	return to
}

// EncodePNG writes a picture without meta data.
func EncodePNG(from image.Image) ([]byte, error) {
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, from); err != nil {
		return nil, fmt.Errorf("write a picture: %w", err)
	}

	return out.Bytes(), nil
}

// EncodeWebP writes a picture without loss and without meta data.
func EncodeWebP(from image.Image) ([]byte, error) {
	// The library fails for some pictures of one colour, the smallest transparent one among them.
	if one, ok := onlyColor(from); ok {
		return plainWebP(from.Bounds().Size(), one), nil
	}

	var out bytes.Buffer
	if err := nativewebp.Encode(&out, from, nil); err != nil {
		return nil, fmt.Errorf("write a picture: %w", err)
	}

	return out.Bytes(), nil
}
