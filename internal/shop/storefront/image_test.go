package storefront_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"io"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/file"
	"loket/internal/shop/storefront"
)

// stored reads a file of a picture: the key of its large PNG with another ending.
func (s shops) stored(t *testing.T, key, ending string) []byte {
	t.Helper()

	f, _, err := s.files.Open(t.Context(), file.Key(strings.TrimSuffix(key, ".png")+ending))
	if err != nil {
		return nil
	}

	defer func() { _ = f.Close() }()

	content, err := io.ReadAll(f)
	testkit.Must(t, err)

	return content
}

func TestImageIsWrittenInTheSizesOfPages(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s := newShops(t, d)

		i, err := s.Upload(t.Context(), by, picture(t, 1920, 600))
		testkit.Must(t, err)

		if !strings.HasPrefix(i.URL, "/files/shops/1001/") || !strings.Contains(i.URL, "signature=") {
			t.Errorf("no signed link: %s", i.URL)
		}

		for ending, want := range map[string]image.Point{".png": {X: 960, Y: 300}, ".webp": {X: 960, Y: 300}, "-320.png": {X: 320, Y: 100}, "-320.webp": {X: 320, Y: 100}} {
			size, kind, err := image.DecodeConfig(bytes.NewReader(s.stored(t, string(i.Key), ending)))
			if err != nil || !strings.HasSuffix(ending, kind) || (image.Point{X: size.Width, Y: size.Height}) != want {
				t.Errorf("%s is %s %dx%d: %v", ending, kind, size.Width, size.Height, err)
			}
		}
	})
}

func TestWhatIsNoImageIsRefused(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s := newShops(t, d)
		whole := picture(t, 64, 64)

		for _, c := range []struct{ name, content, want string }{
			{"empty", "", "Choose an image"},
			{"text", "hello", "Only image files are allowed"},
			{"PDF", "%PDF-1.7\n%%EOF", "Only image files are allowed"},
			{"film", "\x00\x00\x00\x20ftypisom\x00\x00", "Only image files are allowed"},
			{"SVG", `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`, "SVG files can't be used; choose a PNG, JPEG, WebP or GIF"},
			{"AVIF", "\x00\x00\x00\x20ftypavif\x00\x00", "AVIF files can't be used; choose a PNG, JPEG, WebP or GIF"},
			{"TIFF", "II*\x00\x08\x00", "TIFF files can't be used; choose a PNG, JPEG, WebP or GIF"},
			{"broken", string(whole[:len(whole)/2]), "The image is damaged or incomplete"},
			{"large", string(make([]byte, storefront.MaxImage+1)), "Image must be smaller than 10MB!"},
			{"pixels", string(bomb(t)), "The image has more than 50 million pixels"},
			{"animated", string(animation(t)), "The image is animated; choose a still one"},
		} {
			_, err := s.Upload(t.Context(), by, []byte(c.content))
			if fields(err) != "files" || reason(err) != c.want {
				t.Errorf("%s: %v, %q", c.name, err, reason(err))
			}
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM storefront_images"); n != 0 {
			t.Errorf("%d images were stored", n)
		}
	})
}

// animation is a GIF with two pictures.
func animation(t *testing.T) []byte {
	t.Helper()

	frame := image.NewPaletted(image.Rect(0, 0, 4, 4), color.Palette{color.Black, color.White})

	var b bytes.Buffer
	testkit.Must(t, gif.EncodeAll(&b, &gif.GIF{Image: []*image.Paletted{frame, frame}, Delay: []int{10, 10}}))

	return b.Bytes()
}

// reason is the English text of the first field that was refused.
func reason(err error) string {
	if refused := fault.From(err).Fields; len(refused) > 0 {
		return refused[0].Message.String()
	}

	return ""
}

// bomb is a small file that says it has 400 million pixels.
func bomb(t *testing.T) []byte {
	t.Helper()

	var b bytes.Buffer
	testkit.Must(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 1, 1))))

	content := b.Bytes()
	copy(content[16:], []byte{0, 0, 0x4E, 0x20, 0, 0, 0x4E, 0x20}) // width and height of the head
	binary.BigEndian.PutUint32(content[29:], crc32.ChecksumIEEE(content[12:29]))

	return content
}

// A picture that no shop has used for a week is deleted, and no other one.
func TestUnusedImagesAreSwept(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShops(t, d), t.Context()
		logo, banner, never := s.upload(t, by), s.upload(t, by), s.upload(t, by)

		shop, err := s.Create(ctx, by, storefront.Input{
			Name: new("A"), Logo: &logo, PaymentLink: new("https://a.id"), Banners: &[]storefront.Banner{{Image: banner, Active: true}},
		})
		testkit.Must(t, err)

		shop, err = s.Publish(ctx, by, shop.ID, true)
		testkit.Must(t, err)

		shop, err = s.Publish(ctx, by, shop.ID, false)
		testkit.Must(t, err)

		// Shoppers may see it again as it was: what was published keeps the picture.
		shop, err = s.Change(ctx, by, shop.ID, shop.Version, storefront.Input{Banners: &[]storefront.Banner{}})
		testkit.Must(t, err)

		there := func() (list []bool) {
			for _, key := range []string{logo, banner, never} {
				list = append(list, s.stored(t, key, ".png") != nil && s.stored(t, key, "-320.webp") != nil)
			}

			return list
		}

		s.clk.Advance(7*24*time.Hour - time.Minute)
		testkit.Must(t, s.Sweep(ctx))

		if got := there(); !got[0] || !got[1] || !got[2] {
			t.Errorf("swept too early: %v", got)
		}

		s.clk.Advance(2 * time.Minute)
		testkit.Must(t, s.Sweep(ctx))

		if got := there(); !got[0] || !got[1] || got[2] {
			t.Errorf("after a week: %v", got)
		}

		if _, err := s.Change(ctx, by, shop.ID, shop.Version, storefront.Input{Logo: &never}); fields(err) != "logoImageKey" {
			t.Errorf("a deleted picture: %v", err)
		}

		// Published without the banner, its week begins.
		_, err = s.Publish(ctx, by, shop.ID, true)
		testkit.Must(t, err)
		s.clk.Advance(8 * 24 * time.Hour)
		testkit.Must(t, s.Sweep(ctx))

		if got := there(); !got[0] || got[1] {
			t.Errorf("after publishing: %v", got)
		}
	})
}

// A sweep that died half way is finished by the next one, and its picture can't come back.
func TestSweepIsFinished(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShops(t, d), t.Context()
		key := s.upload(t, by)

		testkit.Exec(t, d, "UPDATE storefront_images SET deleting = TRUE")

		if _, err := s.Create(ctx, by, storefront.Input{Logo: &key}); fields(err) != "logoImageKey" {
			t.Errorf("a picture that is being deleted: %v", err)
		}

		s.clk.Advance(8 * 24 * time.Hour)
		testkit.Must(t, s.Sweep(ctx))

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM storefront_images"); n != 0 || s.stored(t, key, ".png") != nil {
			t.Errorf("%d rows are left", n)
		}
	})
}

func TestUploadsAreBounded(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s := newShops(t, d)
		testkit.Exec(t, d, "INSERT INTO storefront_images (token, client_id, width, height, created_by, created_at, unused_since) SELECT 'T' || l.n, 1001, 1, 1, 'user:1', 1, 1 FROM "+
			d.Engine().List("$1")+" l", `["`+strings.Join(strings.Split(strings.Repeat("x", 200), ""), `","`)+`"]`)

		if _, err := s.Upload(t.Context(), by, picture(t, 10, 10)); !fault.ErrValidation.Is(err) {
			t.Errorf("image 201: %v", err)
		}

		// It is refused before it is decoded: that it is damaged isn't seen.
		_, err := s.Upload(t.Context(), by, picture(t, 10, 10)[:40])
		if message := fault.From(err).Fields[0].Message.String(); !strings.Contains(message, "200 images") {
			t.Errorf("image 202: %s", message)
		}

		s.upload(t, theirs)
	})
}
