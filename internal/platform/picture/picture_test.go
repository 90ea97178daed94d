package picture_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"runtime"
	"testing"

	"loket/internal/platform/picture"
)

// sample is red on the left and blue on the right, 64 by 32.
func sample() image.Image {
	m := image.NewRGBA(image.Rect(0, 0, 64, 32))

	for y := range 32 {
		for x := range 64 {
			c := color.RGBA{R: 255, A: 255}
			if x >= 32 {
				c = color.RGBA{B: 255, A: 255}
			}

			m.Set(x, y, c)
		}
	}

	return m
}

func asPNG(t testing.TB) []byte {
	t.Helper()

	var b bytes.Buffer
	if err := png.Encode(&b, sample()); err != nil {
		t.Fatal(err)
	}

	return b.Bytes()
}

const place = "GPS 6.2088 S 106.8456 E"

// asPhoto is a JPEG with Exif data: an orientation and a text.
func asPhoto(t testing.TB, orientation byte) []byte {
	t.Helper()

	var b bytes.Buffer
	if err := jpeg.Encode(&b, sample(), nil); err != nil {
		t.Fatal(err)
	}

	exif := []byte("Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(orientation) + "\x00\x00\x00\x00\x00\x00" + place)
	head := binary.BigEndian.AppendUint16([]byte{0xFF, 0xD8, 0xFF, 0xE1}, uint16(len(exif)+2))

	return append(append(head, exif...), b.Bytes()[2:]...)
}

func TestOnlyThePictureIsLeft(t *testing.T) {
	t.Parallel()

	const script = "<script>alert(1)</script>"

	for name, content := range map[string][]byte{
		"PNG and page":   append(asPNG(t), script...),
		"photo and page": append(asPhoto(t, 1), script...),
		"PNG":            asPNG(t),
	} {
		clean, format, err := picture.Clean(t.Context(), content)
		if err != nil {
			t.Fatal(name, err)
		}

		if bytes.Contains(clean, []byte(script)) || bytes.Contains(clean, []byte(place)) || bytes.Contains(clean, []byte("Exif")) {
			t.Errorf("%s: more than the picture is left", name)
		}

		m, kind, err := image.Decode(bytes.NewReader(clean))
		if err != nil || m.Bounds() != image.Rect(0, 0, 64, 32) || kind == "png" != (format == picture.PNG) {
			t.Errorf("%s: %s, %v", name, kind, err)
		}
	}
}

// A photo that was taken with the camera turned is still upright after its meta data are gone.
func TestTurnedPhotos(t *testing.T) {
	t.Parallel()

	for orientation, red := range map[byte]image.Point{ // a point that must be red
		1: {5, 5}, 2: {60, 5}, 3: {60, 5}, 4: {5, 5}, 5: {5, 5}, 6: {5, 5}, 7: {5, 60}, 8: {5, 60}, 9: {5, 5}, 0: {5, 5},
	} {
		clean, _, err := picture.Clean(t.Context(), asPhoto(t, orientation))
		if err != nil {
			t.Fatal(err)
		}

		m, err := jpeg.Decode(bytes.NewReader(clean))
		if err != nil {
			t.Fatal(err)
		}

		if size := m.Bounds().Size(); (size == image.Pt(32, 64)) != (orientation >= 5 && orientation <= 8) {
			t.Errorf("orientation %d: %s", orientation, size)
		}

		if r, _, b, _ := m.At(red.X, red.Y).RGBA(); r < 0x8000 || b > 0x8000 {
			t.Errorf("orientation %d: %s is not red", orientation, red)
		}
	}
}

// bomb is a PNG of 20,000 by 20,000 points, in some 50 kB.
func bomb(t testing.TB) []byte {
	t.Helper()

	const side = 20_000

	var packed bytes.Buffer

	z, err := zlib.NewWriterLevel(&packed, zlib.BestCompression)
	if err != nil {
		t.Fatal(err)
	}

	row := make([]byte, 1+side/8)
	for range side {
		if _, err := z.Write(row); err != nil {
			t.Fatal(err)
		}
	}

	if err := z.Close(); err != nil {
		t.Fatal(err)
	}

	out := []byte("\x89PNG\r\n\x1a\n")
	chunk := func(kind string, data []byte) {
		out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
		body := append([]byte(kind), data...)
		out = binary.BigEndian.AppendUint32(append(out, body...), crc32.ChecksumIEEE(body))
	}

	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, side), side)
	chunk("IHDR", append(head, 1, 0, 0, 0, 0))
	chunk("IDAT", packed.Bytes())
	chunk("IEND", nil)

	return out
}

func TestWhatIsNoPictureIsRefused(t *testing.T) { //nolint:paralleltest // it measures the memory of the process
	small := asPNG(t)
	large := bomb(t)

	if len(large) > 64<<10 {
		t.Fatalf("the bomb has %d bytes", len(large))
	}

	var before, after runtime.MemStats

	runtime.ReadMemStats(&before)

	for name, c := range map[string]struct {
		content []byte
		want    error
	}{
		"a bomb":         {large, picture.PixelsError{Most: picture.MaxPixels}},
		"a cut PNG":      {small[:len(small)-20], picture.ErrBroken},
		"a cut JPEG":     {asPhoto(t, 1)[:300], picture.ErrBroken},
		"a damaged PNG":  {bytes.Replace(small, []byte("IDAT"), []byte("IDAX"), 1), picture.ErrBroken},
		"a GIF":          {[]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"), picture.ErrFormat},
		"an SVG":         {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), picture.ErrFormat},
		"a page":         {[]byte("<!doctype html><script></script>"), picture.ErrFormat},
		"nothing":        {nil, picture.ErrFormat},
		"a head of JPEG": {[]byte{0xFF, 0xD8, 0xFF}, picture.ErrBroken},
	} {
		if _, _, err := picture.Clean(t.Context(), c.content); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}

	runtime.ReadMemStats(&after)

	if used := after.TotalAlloc - before.TotalAlloc; used > 8<<20 {
		t.Errorf("refusing took %d bytes of memory", used)
	}
}

// Whatever is given, Clean returns a picture that can be read again or an error.
func FuzzClean(f *testing.F) {
	f.Add(asPNG(f))
	f.Add(asPhoto(f, 6))
	f.Add([]byte{0xFF, 0xD8, 0xFF, 0xE1, 0x00, 0x02, 0xFF, 0xD9})

	f.Fuzz(func(t *testing.T, content []byte) {
		if head, _, err := image.DecodeConfig(bytes.NewReader(content)); err == nil && head.Width*head.Height > 1<<20 {
			return // slow, and within the limit
		}

		clean, _, err := picture.Clean(t.Context(), content)
		if err != nil {
			return
		}

		if _, _, err := image.Decode(bytes.NewReader(clean)); err != nil {
			t.Error(err)
		}
	})
}

// FuzzDecode proves that no file causes a panic, and that what is decoded can be shrunk and written.
func FuzzDecode(f *testing.F) {
	f.Add(asPNG(f))
	f.Add(asPhoto(f, 6))
	f.Add([]byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00"))
	f.Add([]byte("RIFF0000WEBPVP8L000 /\x00\x00\x00\x10\x88\x88\xfe'"))
	f.Add([]byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"))

	for _, c := range []color.Color{color.Black, color.Transparent, color.NRGBA{R: 1, G: 2, B: 3, A: 4}} {
		plain := image.NewNRGBA(image.Rect(0, 0, 30, 7))
		draw.Draw(plain, plain.Bounds(), image.NewUniform(c), image.Point{}, draw.Src)

		content, err := picture.EncodePNG(plain)
		if err != nil {
			f.Fatal(err)
		}

		f.Add(content)
	}

	f.Add([]byte("GIF87a000\x00\x8000000000,0 0\x00 \x00\x00\x000\x02\x00")) // a frame without pixels

	f.Fuzz(func(t *testing.T, content []byte) {
		head, _, err := image.DecodeConfig(bytes.NewReader(content))
		if err == nil && head.Width*head.Height > 1<<20 {
			return // right, but slow
		}

		m, err := picture.Decode(t.Context(), content, 4096)
		if err != nil {
			return
		}

		small := picture.Fit(m, 32, 32)
		if b := small.Bounds(); b.Dx() < 1 || b.Dy() < 1 || b.Dx() > 32 || b.Dy() > 32 {
			t.Errorf("shrunk to %v", b)
		}

		for _, write := range []func(image.Image) ([]byte, error){picture.EncodePNG, picture.EncodeWebP} {
			out, err := write(small)
			if err != nil {
				t.Fatal(err)
			}

			again, err := picture.Decode(t.Context(), out, 4096)
			if err != nil || again.Bounds().Size() != small.Bounds().Size() {
				t.Fatalf("not read again: %v", err)
			}

			if a, b := again.At(0, 0), small.At(0, 0); color.NRGBAModel.Convert(a) != color.NRGBAModel.Convert(b) {
				t.Errorf("written %v, read %v", b, a)
			}
		}
	})
}
