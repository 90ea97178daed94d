package picture_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"loket/internal/platform/picture"
)

// onItsSide is Exif data of a picture whose top is at the right.
func onItsSide() []byte {
	return []byte("MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06" + "\x00\x00\x00\x00\x00\x00")
}

// withChunk puts a chunk behind the head of a PNG.
func withChunk(content []byte, kind string, data []byte) []byte {
	const headEnd = 33

	body := append([]byte(kind), data...)
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	chunk = binary.BigEndian.AppendUint32(append(chunk, body...), crc32.ChecksumIEEE(body))

	return bytes.Join([][]byte{content[:headEnd], chunk, content[headEnd:]}, nil)
}

// asExtendedWebP puts chunks around the picture of a WebP.
func asExtendedWebP(t *testing.T, flags byte, chunks ...[]byte) []byte {
	t.Helper()

	plain, err := picture.EncodeWebP(sample())
	if err != nil {
		t.Fatal(err)
	}

	b := sample().Bounds()
	head := []byte{flags, 0, 0, 0, byte(b.Dx() - 1), 0, 0, byte(b.Dy() - 1), 0, 0}
	body := bytes.Join(append([][]byte{[]byte("WEBP"), webpChunk("VP8X", head), plain[12:]}, chunks...), nil)

	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

func webpChunk(kind string, data []byte) []byte {
	out := append(binary.LittleEndian.AppendUint32([]byte(kind), uint32(len(data))), data...)
	if len(data)%2 == 1 {
		out = append(out, 0)
	}

	return out
}

// displayP3 is a profile as phones write it: its primaries at D50 and the curve of sRGB as a formula.
func displayP3() []byte {
	s15 := func(list ...float64) []byte {
		var out []byte
		for _, v := range list {
			out = binary.BigEndian.AppendUint32(out, uint32(int32(math.Round(v*65536))))
		}

		return out
	}
	xyz := func(x, y, z float64) []byte { return append([]byte("XYZ \x00\x00\x00\x00"), s15(x, y, z)...) }

	curve := append([]byte("para\x00\x00\x00\x00\x00\x03\x00\x00"), s15(2.4, 1/1.055, 0.055/1.055, 1/12.92, 0.04045)...)

	tags := []struct {
		name string
		data []byte
	}{
		{"rXYZ", xyz(0.51512, 0.24120, -0.00105)},
		{"gXYZ", xyz(0.29198, 0.69225, 0.04189)},
		{"bXYZ", xyz(0.15710, 0.06657, 0.78407)},
		{"rTRC", curve},
		{"gTRC", curve},
		{"bTRC", curve},
	}

	head := make([]byte, 128)
	copy(head[16:], "RGB XYZ ")

	table, data := binary.BigEndian.AppendUint32(nil, uint32(len(tags))), []byte{}
	for _, tag := range tags {
		table = append(table, tag.name...)
		table = binary.BigEndian.AppendUint32(table, uint32(128+4+12*len(tags)+len(data)))
		table = binary.BigEndian.AppendUint32(table, uint32(len(tag.data)))
		data = append(data, tag.data...)
	}

	return bytes.Join([][]byte{head, table, data}, nil)
}

func asJPEG(t *testing.T, m image.Image, segments ...[]byte) []byte {
	t.Helper()

	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 100}); err != nil {
		t.Fatal(err)
	}

	out := []byte{0xFF, 0xD8}
	for _, s := range segments {
		out = append(out, s...)
	}

	return append(out, b.Bytes()[2:]...)
}

func segment(kind byte, data []byte) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{0xFF, kind}, uint16(len(data)+2)), data...)
}

// A picture on its side is upright, whichever format says so and where.
func TestEveryFormatIsTurned(t *testing.T) {
	t.Parallel()

	for name, content := range map[string][]byte{
		"JPEG":                   asPhoto(t, 6),
		"PNG, eXIf":              withChunk(asPNG(t), "eXIf", onItsSide()),
		"PNG, eXIf at the end":   bytes.Replace(asPNG(t), []byte("\x00\x00\x00\x00IEND"), append(withChunk(asPNG(t), "eXIf", onItsSide())[33:33+12+len(onItsSide())], []byte("\x00\x00\x00\x00IEND")...), 1),
		"WebP":                   asExtendedWebP(t, 0x08, webpChunk("EXIF", onItsSide())),
		"WebP, with JPEG's mark": asExtendedWebP(t, 0x08, webpChunk("EXIF", append([]byte("Exif\x00\x00"), onItsSide()...))),
	} {
		m, err := picture.Decode(t.Context(), content, 4096)
		if err != nil {
			t.Errorf("%s: %v", name, err)

			continue
		}

		if size := m.Bounds().Size(); size != image.Pt(32, 64) {
			t.Errorf("%s: %s", name, size)
		}
	}
}

// The red of a phone's screen is the brightest red of sRGB, not a dull one; a profile that can't be read changes nothing.
func TestColoursOfProfiles(t *testing.T) {
	t.Parallel()

	const dull = 234 // what programs show that ignore the profile: sRGB's red in Display P3

	m := image.NewNRGBA(image.Rect(0, 0, 16, 16))
	for i := 0; i < len(m.Pix); i += 4 {
		copy(m.Pix[i:], []byte{dull, 51, 35, 255})
	}

	var plain, packed bytes.Buffer
	if err := png.Encode(&plain, m); err != nil {
		t.Fatal(err)
	}

	z := zlib.NewWriter(&packed)
	if _, err := z.Write(displayP3()); err != nil {
		t.Fatal(err)
	}

	if err := z.Close(); err != nil {
		t.Fatal(err)
	}

	inJPEG := append([]byte("ICC_PROFILE\x00\x01\x01"), displayP3()...)

	for name, c := range map[string]struct {
		content []byte
		want    color.NRGBA
	}{
		"PNG":             {withChunk(plain.Bytes(), "iCCP", append([]byte("P3\x00\x00"), packed.Bytes()...)), color.NRGBA{255, 0, 0, 255}},
		"JPEG":            {asJPEG(t, m, segment(0xE2, inJPEG)), color.NRGBA{255, 0, 0, 255}},
		"none":            {plain.Bytes(), color.NRGBA{dull, 51, 35, 255}},
		"a broken one":    {withChunk(plain.Bytes(), "iCCP", []byte("P3\x00\x00xyz")), color.NRGBA{dull, 51, 35, 255}},
		"a cut one":       {asJPEG(t, m, segment(0xE2, inJPEG[:150])), color.NRGBA{dull, 51, 35, 255}},
		"one of printers": {asJPEG(t, m, segment(0xE2, bytes.Replace(inJPEG, []byte("RGB XYZ "), []byte("CMYKLab "), 1))), color.NRGBA{dull, 51, 35, 255}},
	} {
		got, err := picture.Decode(t.Context(), c.content, 4096)
		if err != nil {
			t.Errorf("%s: %v", name, err)

			continue
		}

		is, _ := color.NRGBAModel.Convert(got.At(8, 8)).(color.NRGBA)
		for i, v := range []uint8{is.R, is.G, is.B} {
			if want := []uint8{c.want.R, c.want.G, c.want.B}[i]; math.Abs(float64(v)-float64(want)) > 4 {
				t.Errorf("%s: %v, want %v", name, is, c.want)
			}
		}
	}
}

// Photos of phones are taken and reduced; what would take too much memory is refused by its head.
func TestPhotosOfPhones(t *testing.T) {
	t.Parallel()

	// A JPEG of one colour is small, whatever its size.
	photo := asJPEG(t, image.NewGray(image.Rect(0, 0, 5712, 4284)), segment(0xE1, append([]byte("Exif\x00\x00"), onItsSide()...)))

	m, err := picture.Decode(t.Context(), photo, 960)
	if err != nil || m.Bounds().Size() != image.Pt(720, 960) {
		t.Errorf("a photo of a phone: %v", err)
	}

	resized := func(content []byte, at int, w, h uint16) []byte {
		out := bytes.Clone(content)
		binary.BigEndian.PutUint16(out[at:], h)
		binary.BigEndian.PutUint16(out[at+2:], w)

		return out
	}

	small := asJPEG(t, sample())
	frame := bytes.Index(small, []byte{0xFF, 0xC0}) + 5
	progressive := bytes.Replace(small, []byte{0xFF, 0xC0}, []byte{0xFF, 0xC2}, 1)
	deep := asPNG(t)
	deep[24] = 16 // bits

	for name, c := range map[string]struct {
		content []byte
		most    int // 0 is taken, as far as the head tells
	}{
		"50 million":             {resized(small, frame, 8160, 6120), 0},
		"108 million":            {resized(small, frame, 12000, 9000), picture.MaxPixels},
		"24 million progressive": {resized(progressive, frame, 6000, 4000), 0},
		"50 million progressive": {resized(progressive, frame, 8160, 6120), 29_000_000},
	} {
		_, err := picture.Decode(t.Context(), c.content, 960)

		large, ok := errors.AsType[picture.PixelsError](err)
		if ok != (c.most > 0) || ok && large.Most/1_000_000 != c.most/1_000_000 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whose caller left, or whose time is over, is decoded no further.
func TestDecodingEndsWithItsContext(t *testing.T) {
	t.Parallel()

	ctx, cancel := context.WithCancel(t.Context())
	cancel()

	if _, err := picture.Decode(ctx, asPNG(t), 960); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// A small picture never waits for a large one, and a client's large pictures wait for each other before another client's does.
func TestLargePicturesHoldUpNobody(t *testing.T) {
	t.Parallel()

	large := asJPEG(t, image.NewGray(image.Rect(0, 0, 3000, 2000)))

	synctest.Test(t, func(t *testing.T) {
		d := picture.NewDecoder()

		leave, err := d.Enter(t.Context(), 1, large)
		if err != nil {
			t.Fatal(err)
		}

		started := time.Now()
		order := make(chan int64, 3)

		for _, client := range []int64{1, 1, 2} {
			go func() {
				leave, err := d.Enter(t.Context(), client, large)
				if err != nil {
					t.Error(err)

					return
				}

				order <- client

				leave()
			}()

			synctest.Wait()
		}

		leaveSmall, err := d.Enter(t.Context(), 2, asPNG(t))
		if err != nil || time.Since(started) != 0 {
			t.Errorf("a small picture waited %s: %v", time.Since(started), err)
		}

		leaveSmall()
		leave()

		if first := <-order; first != 2 {
			t.Errorf("client %d came first", first)
		}

		synctest.Wait()
	})
}
