package picture_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"testing"

	"loket/internal/platform/picture"
)

// What moves is named as such, in every format that can; a still picture of these formats is taken.
func TestAnimatedPicturesAreNamed(t *testing.T) {
	t.Parallel()

	still := asPNG(t)
	frame := image.NewPaletted(image.Rect(0, 0, 4, 4), color.Palette{color.Black, color.White})

	for name, c := range map[string]struct {
		content []byte
		want    error
	}{
		"GIF of one picture":       {asGIF(t, color.Palette{color.Black, color.White}, frame), nil},
		"GIF of two":               {asGIF(t, color.Palette{color.Black, color.White}, frame, frame), picture.ErrAnimated},
		"GIF with tables of their": {asGIF(t, nil, frame, frame), picture.ErrAnimated},
		"PNG":                      {still, nil},
		"PNG of one frame":         {withChunk(still, "acTL", []byte{0, 0, 0, 1, 0, 0, 0, 0}), nil},
		"PNG of two frames":        {withChunk(still, "acTL", []byte{0, 0, 0, 2, 0, 0, 0, 0}), picture.ErrAnimated},
		"WebP":                     {asExtendedWebP(t, 0x02), picture.ErrAnimated},
	} {
		if _, err := picture.Decode(t.Context(), c.content, 960); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func asGIF(t *testing.T, shared color.Palette, frames ...*image.Paletted) []byte {
	t.Helper()

	var b bytes.Buffer

	all := gif.GIF{Image: frames, Delay: make([]int, len(frames))}
	if shared != nil {
		all.Config = image.Config{ColorModel: shared, Width: 4, Height: 4}
	}

	if err := gif.EncodeAll(&b, &all); err != nil {
		t.Fatal(err)
	}

	return b.Bytes()
}

// A picture of a format that isn't read is named, and what is no picture isn't.
func TestKindsAreNamed(t *testing.T) {
	t.Parallel()

	for content, want := range map[string]string{
		"II*\x00\x08\x00\x00\x00": "TIFF", "MM\x00*\x00\x00": "TIFF", "BM\x36\x00": "BMP", "\x00\x00\x01\x00\x01": "ICO", "8BPS\x00\x01": "PSD",
		"\x00\x00\x00\x1Cftypavif\x00\x00": "AVIF", "\x00\x00\x00\x1Cftypavis\x00\x00": "AVIF", "\x00\x00\x00\x18ftypheic\x00": "HEIC",
		"\x00\x00\x00\x18ftypmif1\x00": "HEIC", "\x00\x00\x00\x18ftypisom\x00": "", "\xFF\x0A\xFA": "JPEG XL", "\x00\x00\x00\x0CjP  \x0D\x0A": "JPEG 2000",
		"<svg xmlns='http://www.w3.org/2000/svg'/>": "SVG", "\xEF\xBB\xBF<?xml version='1.0'?>\n<!-- a -->\n<svg>": "SVG",
		"<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"a\">\n<svg:svg>": "SVG",
		"<html><svg></svg></html>": "", "hello <svg>": "", "%PDF-1.7": "", "": "", "<svgx>": "",
	} {
		if got := picture.Kind([]byte(content)); got != want {
			t.Errorf("%q is %q, not %q", content, got, want)
		}
	}
}
