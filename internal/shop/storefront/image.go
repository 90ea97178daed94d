package storefront

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"slices"
	"strconv"
	"time"

	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/file"
	"loket/internal/platform/ids"
	"loket/internal/platform/picture"
)

// fileKind is the folder of the pictures of shops.
const fileKind file.Kind = "shops"

// FieldFiles is the field of an upload (docs/product/shop.md#calls).
const FieldFiles = "files"

// MaxImage is the size of an uploaded image.
const MaxImage = 10 << 20

const (
	megabyte = 1 << 20
	million  = 1_000_000
	// The sizes of a stored picture, in pixels of its longer side: banners fill the width of a phone at three dots a pixel, logos
	// and small screens need less.
	largeSide = 960
	smallSide = 320
	// maxUnused bounds the pictures of a client that its shop doesn't use, so that uploads can't fill the store.
	maxUnused = 200
	// unusedLife is how long a picture is kept that no shop uses, for pages and tabs that still show it.
	unusedLife = 7 * 24 * time.Hour
	linkLife   = time.Hour
	// uploadRetry is the Retry-After of a picture that took too long.
	uploadRetry = 5 * time.Second
)

const (
	png  = "png"
	webp = "webp"
)

var smallSuffix = "-" + strconv.Itoa(smallSide)

// Image is an uploaded picture.
type Image struct {
	Key file.Key // of the large PNG
	URL string   // signed, for an hour
}

// Upload makes an uploaded image harmless and stores it: decoded, shrunk to the sizes that pages need, written as PNG and WebP,
// without meta data. Errors: fault.ErrValidation for the field, those of the store, fault.ErrBusy.
func (s *Service) Upload(ctx context.Context, by By, content []byte) (Image, error) {
	switch {
	case len(content) == 0:
		return Image{}, fault.InvalidField(FieldFiles, msgImageMissing)
	case len(content) > MaxImage:
		return Image{}, TooLarge()
	}

	// Before the work of decoding; the count that holds is that of the transaction.
	if err := checkUnused(ctx, s.deps.DB.Reader(), by.ClientID); err != nil {
		return Image{}, err
	}

	files, size, err := s.shrink(ctx, by.ClientID, content)
	if err != nil {
		return Image{}, err
	}

	token := ids.Token()

	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error { return s.noteImageTx(ctx, tx, by, token, size) })
	if err != nil {
		return Image{}, fmt.Errorf("note an image of client %d: %w", by.ClientID, err)
	}

	// The row stands first: what a crash leaves is swept by it.
	for _, f := range files {
		if err := s.store(ctx, file.KeyOf(fileKind, by.ClientID, token+f.suffix, f.extension), f.content); err != nil {
			return Image{}, fmt.Errorf("store an image of client %d: %w", by.ClientID, err)
		}
	}

	key := file.KeyOf(fileKind, by.ClientID, token, png)
	url, err := s.imageURL(by.ClientID, token)

	return Image{key, url}, err
}

// form is one file of a picture.
type form struct {
	suffix    string
	extension string
	content   []byte
}

// shrink makes the files of a picture and returns the size of the largest.
func (s *Service) shrink(ctx context.Context, clientID int64, content []byte) ([]form, image.Point, error) {
	leave, err := s.pictures.Enter(ctx, clientID, content)
	if err != nil {
		return nil, image.Point{}, err
	}
	defer leave()

	decoded, err := picture.Decode(ctx, content, largeSide)

	if large, ok := errors.AsType[picture.PixelsError](err); ok {
		return nil, image.Point{}, fault.InvalidField(FieldFiles, msgImagePixels.With(large.Most/million))
	}

	switch {
	case ctx.Err() != nil:
		return nil, image.Point{}, fault.Busy(uploadRetry)
	case errors.Is(err, picture.ErrAnimated):
		return nil, image.Point{}, fault.InvalidField(FieldFiles, msgImageMoves)
	case errors.Is(err, picture.ErrFormat):
		return nil, image.Point{}, unknownKind(content)
	case err != nil:
		return nil, image.Point{}, fault.InvalidField(FieldFiles, msgImageBroken)
	}

	files := []form{}

	for _, size := range []struct {
		suffix string
		image  image.Image
	}{{"", decoded}, {smallSuffix, picture.Fit(decoded, smallSide, smallSide)}} {
		asPNG, err := picture.EncodePNG(size.image)
		if err != nil {
			return nil, image.Point{}, err
		}

		asWebP, err := picture.EncodeWebP(size.image)
		if err != nil {
			return nil, image.Point{}, err
		}

		files = append(files, form{size.suffix, png, asPNG}, form{size.suffix, webp, asWebP})
	}

	return files, decoded.Bounds().Size(), nil
}

// unknownKind refuses a file that can't be decoded: a picture by the name of its kind.
func unknownKind(content []byte) error {
	if kind := picture.Kind(content); kind != "" {
		return fault.InvalidField(FieldFiles, msgImageKind.With(kind))
	}

	return fault.InvalidField(FieldFiles, msgOnlyImages)
}

func (s *Service) noteImageTx(ctx context.Context, tx *db.Tx, by By, token string, size image.Point) error {
	// Unused pictures are counted under this lock.
	if err := tx.Lock(ctx, fmt.Sprintf("storefront/images/%d", by.ClientID)); err != nil {
		return err
	}

	if err := checkUnused(ctx, tx, by.ClientID); err != nil {
		return err
	}

	now := s.deps.Clock.Now()

	_, err := tx.Exec(ctx, `INSERT INTO storefront_images (token, client_id, width, height, created_by, created_at, unused_since)
		VALUES ($1, $2, $3, $4, $5, $6, $6)`, token, by.ClientID, size.X, size.Y, by.Actor, clock.Micros(now))
	if err != nil {
		return err
	}

	return audit.Write(ctx, tx, now, audit.Entry{
		Actor: by.Actor, Client: by.ClientID, Action: "storefront.upload", Subject: "image:" + token, Address: by.Address,
	})
}

// checkUnused refuses a client that has too many pictures that its shop doesn't use.
func checkUnused(ctx context.Context, q db.Querier, clientID int64) error {
	var unused int

	err := q.QueryRow(ctx, "SELECT COUNT(*) FROM storefront_images WHERE client_id = $1 AND unused_since IS NOT NULL", clientID).Scan(&unused)
	if err != nil {
		return fmt.Errorf("count unused images: %w", err)
	}

	if unused >= maxUnused {
		return fault.InvalidField(FieldFiles, msgImagesMany.With(unused))
	}

	return nil
}

func (s *Service) store(ctx context.Context, key file.Key, content []byte) error {
	w, err := s.deps.Files.Create(ctx, key)
	if err != nil {
		return err
	}

	defer func() { _ = w.Abort() }() // after Commit it does nothing

	if _, err := w.Write(content); err != nil {
		return err
	}

	_, err = w.Commit()

	return err
}

// tokenOf is the token of the key of a picture; empty for any other text.
func tokenOf(key string) string {
	k := file.Key(key)
	if !k.Valid() {
		return ""
	}

	kind, id, extension := k.Parts()
	if kind != fileKind || extension != png || len(id) != tokenLength {
		return ""
	}

	return id
}

// tokenLength is the length of an ids.Token.
const tokenLength = 26

// ImageKey is the key of a picture in answers; empty for none.
func ImageKey(clientID int64, token string) string {
	if token == "" {
		return ""
	}

	return string(file.KeyOf(fileKind, clientID, token, png))
}

// ImageURL is a signed link to a picture of a client, for an hour; empty for none.
func (s *Service) ImageURL(clientID int64, token string) (string, error) {
	if token == "" {
		return "", nil
	}

	return s.imageURL(clientID, token)
}

func (s *Service) imageURL(clientID int64, token string) (string, error) {
	return s.deps.Links.URL(file.Link{Key: file.KeyOf(fileKind, clientID, token, png), Name: "image.png", Until: s.deps.Clock.Now().Add(linkLife)})
}

// knownImagesTx finds which tokens are pictures that a client may use. They are locked, so that no sweep deletes them meanwhile.
func knownImagesTx(ctx context.Context, tx *db.Tx, clientID int64, tokens []string) (map[string]bool, error) {
	text, err := json.Marshal(tokens)
	if err != nil {
		return nil, fmt.Errorf("find images: %w", err)
	}

	rows, err := tx.Query(ctx, "SELECT token FROM storefront_images WHERE client_id = $2 AND NOT deleting AND token IN (SELECT l.value FROM "+
		tx.Engine().List("$1")+" l) ORDER BY token"+tx.Engine().ForUpdate(), string(text), clientID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (token string, err error) { return token, row.Scan(&token) })
	if err != nil {
		return nil, fmt.Errorf("images of client %d: %w", clientID, err)
	}

	known := make(map[string]bool, len(list))
	for _, token := range list {
		known[token] = true
	}

	return known, nil
}

// markImagesTx notes which pictures the shop uses, as it is edited and as shoppers see it.
func markImagesTx(ctx context.Context, tx *db.Tx, now time.Time, shop Shop) error {
	used := shop.Content.images()
	if shop.Published != nil {
		used = append(used, shop.Published.images()...)
	}

	slices.Sort(used)

	list, err := json.Marshal(slices.Compact(used))
	if err != nil {
		return fmt.Errorf("mark images: %w", err)
	}

	in := "token IN (SELECT l.value FROM " + tx.Engine().List("$1") + " l)"

	_, err = tx.Exec(ctx, "UPDATE storefront_images SET unused_since = NULL WHERE client_id = $2 AND unused_since IS NOT NULL AND "+in,
		string(list), shop.ClientID)
	if err != nil {
		return fmt.Errorf("mark used images: %w", err)
	}

	_, err = tx.Exec(ctx, "UPDATE storefront_images SET unused_since = $3 WHERE client_id = $2 AND unused_since IS NULL AND NOT "+in,
		string(list), shop.ClientID, clock.Micros(now))
	if err != nil {
		return fmt.Errorf("mark unused images: %w", err)
	}

	return nil
}

// MoreThanOneFile refuses an upload with several files.
func MoreThanOneFile() error { return fault.InvalidField(FieldFiles, msgOneFile) }

// TooLarge refuses an image that is larger than MaxImage.
func TooLarge() error { return fault.InvalidField(FieldFiles, msgImageLarge.With(MaxImage/megabyte)) }
