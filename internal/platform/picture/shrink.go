package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/gif" // decoder
	"image/png"
	"io"

	"github.com/HugoSmits86/nativewebp"
	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // decoder
)

// Decode decodes a still JPEG, PNG, WebP or GIF as browsers show it: turned as its meta data ask, in the colours of sRGB. A larger
// picture is reduced to most pixels on its longer side. Errors: those of Clean, ErrAnimated, and ctx's.
func Decode(ctx context.Context, content []byte, most int) (image.Image, error) {
	if _, name, _ := image.DecodeConfig(bytes.NewReader(content)); moves(content, name) {
		return nil, ErrAnimated
	}

	decoded, _, err := decode(ctx, content, most)

	return decoded, err
}

// decode also returns the name of the format.
func decode(ctx context.Context, content []byte, most int) (image.Image, string, error) {
	// The size is read from the head before anything of its size is made.
	head, name, err := image.DecodeConfig(bytes.NewReader(content))
	if errors.Is(err, image.ErrFormat) {
		return nil, "", ErrFormat
	}

	about := metaOf(content, name)

	switch {
	case about.animated:
		return nil, name, ErrAnimated
	case err != nil:
		return nil, name, fmt.Errorf("%w: %w", ErrBroken, err)
	}

	if err := checkSize(head, about); err != nil {
		return nil, name, err
	}

	decoded, name, err := image.Decode(untilDone{ctx, bytes.NewReader(content)})
	if ctx.Err() != nil {
		return nil, name, fmt.Errorf("decode a picture: %w", ctx.Err())
	}

	if err != nil {
		return nil, name, fmt.Errorf("%w: %w", ErrBroken, err)
	}

	if decoded.Bounds().Empty() { // the frame of a GIF may have no pixels, whatever its head says
		return nil, name, fmt.Errorf("%w: no pixels", ErrBroken)
	}

	return shown(decoded, about, most), name, nil
}

// shown is a decoded picture as browsers show it.
func shown(decoded image.Image, about meta, most int) image.Image {
	if b := decoded.Bounds(); max(b.Dx(), b.Dy()) > most {
		decoded = Fit(thinned(decoded, most), most, most)
	}

	if from, ok := readProfile(about.profile); ok {
		own := image.NewNRGBA(decoded.Bounds())
		draw.Draw(own, own.Bounds(), decoded, decoded.Bounds().Min, draw.Src)
		from.apply(own)

		decoded = own
	}

	return turned(decoded, about.orientation)
}

// The memory that a picture may take while it is decoded.
const (
	maxMemory   = 208 << 20
	coefficient = 4 // bytes that a progressive JPEG keeps of each sample
)

// checkSize refuses a picture that takes too much memory, by its number of pixels.
func checkSize(head image.Config, about meta) error {
	const bytesOfPixel, bytesOfDeepPixel = 4, 8

	bytes := float64(bytesOfPixel)

	switch head.ColorModel {
	case color.RGBA64Model, color.NRGBA64Model:
		bytes = bytesOfDeepPixel
	case color.YCbCrModel, color.GrayModel:
		if bytes = about.samples; about.progressive {
			bytes += coefficient * about.samples
		}
	}

	most := min(MaxPixels, int(maxMemory/bytes))
	if head.Width <= 0 || head.Height <= 0 || head.Width > most/head.Height {
		return PixelsError{most}
	}

	return nil
}

// untilDone ends reading with its context, so that no decoder works on for nobody.
type untilDone struct {
	ctx  context.Context //nolint:containedctx // io.Reader has none
	from io.Reader
}

func (r untilDone) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}

	return r.from.Read(p)
}

// thinned averages blocks of pixels, as many as leave at least twice the size that is wanted: a better filter needs memory for
// each of its rows.
func thinned(from image.Image, side int) image.Image {
	const twice = 2

	b := from.Bounds()
	n := max(b.Dx(), b.Dy()) / (twice * side)

	deep, ok := from.(image.RGBA64Image)
	if n < twice || !ok {
		return from
	}

	to := image.NewRGBA64(image.Rect(0, 0, max(1, b.Dx()/n), max(1, b.Dy()/n)))

	for y := range to.Bounds().Dy() {
		for x := range to.Bounds().Dx() {
			to.SetRGBA64(x, y, average(deep, image.Rect(x*n, y*n, min((x+1)*n, b.Dx()), min((y+1)*n, b.Dy())).Add(b.Min)))
		}
	}

	return to
}

func average(of image.RGBA64Image, block image.Rectangle) color.RGBA64 {
	var r, g, b, a, n uint64

	for y := block.Min.Y; y < block.Max.Y; y++ {
		for x := block.Min.X; x < block.Max.X; x++ {
			c := of.RGBA64At(x, y)
			r, g, b, a, n = r+uint64(c.R), g+uint64(c.G), b+uint64(c.B), a+uint64(c.A), n+1
		}
	}

	return color.RGBA64{R: uint16(r / n), G: uint16(g / n), B: uint16(b / n), A: uint16(a / n)} //nolint:gosec // averages
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

// EncodePNG writes a picture without meta data. The best compression takes ten times as long for a seventh less of a drawing; browsers take WebP.
func EncodePNG(from image.Image) ([]byte, error) {
	var out bytes.Buffer
	if err := png.Encode(&out, from); err != nil {
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
