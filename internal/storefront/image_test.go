package storefront_test

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"strings"
	"testing"
	"time"

	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/file"
	"loket/internal/storefront"
	"loket/internal/testkit"
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

		for name, content := range map[string][]byte{
			"empty": {}, "text": []byte("hello"), "SVG": []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), "PDF": []byte("%PDF-1.7\n%%EOF"),
			"broken": whole[:len(whole)/2], "large": make([]byte, storefront.MaxImage+1), "bomb": bomb(t),
		} {
			if _, err := s.Upload(t.Context(), by, content); fields(err) != "files" {
				t.Errorf("%s: %v", name, err)
			}
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM storefront_images"); n != 0 {
			t.Errorf("%d images were stored", n)
		}
	})
}

// bomb is a small file that says it has 400 million pixels.
func bomb(t *testing.T) []byte {
	t.Helper()

	var b bytes.Buffer
	testkit.Must(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 1, 1))))

	content := b.Bytes()
	copy(content[16:], []byte{0, 0, 0x4E, 0x20, 0, 0, 0x4E, 0x20}) // width and height of the head; its checksum is read later

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
