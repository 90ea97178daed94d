package file

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

// ErrLink is the one answer to every fault of a link: changed, ended, of a
// file that is gone. Whoever guesses learns nothing from it.
var ErrLink = fault.Definition{
	Kind: fault.NotFound, Code: "FileLinkError", Message: msgLinkEnded,
	Cause: "The link to a file is older than its life, was changed, or its file was deleted.",
	Mend:  "Ask for the file again: exports are listed with fresh links while they exist.",
}

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition { return []fault.Definition{ErrLink} }

// Base is the path of the links; the file's key follows it.
const Base = "/files/"

// Links signs and verifies links. Whoever has a link may fetch the file, so links
// expire soon and are never logged.
type Links struct {
	opt LinkOptions
	key []byte
}

// LinkOptions configure Links.
type LinkOptions struct {
	// Files is the origin of files, such as https://files.example.com. When empty,
	// links are paths on the reader's own origin.
	Files string
	// Public returns the program's public origin, for links in mails.
	Public func() string
	// Master is the secret from which the signing key is derived.
	Master secret.Text
	Clock  clock.Clock
}

// purpose makes the derived key differ from keys for other uses of the same secret.
const purpose = "loket file links 1"

// NewLinks derives the signing key.
func NewLinks(opt LinkOptions) (*Links, error) {
	key, err := hkdf.Key(sha256.New, []byte(opt.Master.Reveal()), nil, purpose, sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("key of file links: %w", err)
	}

	opt.Files = strings.TrimSuffix(opt.Files, "/")

	return &Links{opt: opt, key: key}, nil
}

// Link is the right to fetch one file.
type Link struct {
	Key Key
	// Name is the name of the saved file: letters, digits, dots and dashes.
	Name  string
	Until time.Time
}

// namePattern allows only names that are safe in headers and on every file system.
var namePattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`)

var errName = errors.New("not a name for a file")

// The parameters of a link.
const (
	nameParam      = "name"
	untilParam     = "until"
	signatureParam = "signature"
)

// URL is the signed URL of a link for a screen.
func (l *Links) URL(link Link) (string, error) {
	path, err := l.path(link)

	return l.opt.Files + path, err
}

// MailURL is the signed URL of a link for a mail.
func (l *Links) MailURL(link Link) (string, error) {
	origin := l.opt.Files
	if origin == "" {
		origin = strings.TrimSuffix(l.opt.Public(), "/")
	}

	path, err := l.path(link)

	return origin + path, err
}

func (l *Links) path(link Link) (string, error) {
	if err := link.Key.Check(); err != nil {
		return "", err
	}

	if !namePattern.MatchString(link.Name) {
		return "", fmt.Errorf("%w: %q", errName, link.Name)
	}

	until := strconv.FormatInt(link.Until.Unix(), 10)
	query := url.Values{nameParam: {link.Name}, untilParam: {until}, signatureParam: {l.sign(string(link.Key), link.Name, until)}}

	return Base + string(link.Key) + "?" + query.Encode(), nil
}

// Request checks the link of a request. Every fault is ErrLink.
func (l *Links) Request(r *http.Request) (Link, error) {
	return l.read(strings.TrimPrefix(r.URL.Path, Base), r.URL.Query())
}

// read checks what a request brings: the path after Base and its query.
func (l *Links) read(key string, query url.Values) (Link, error) {
	name, until := query.Get(nameParam), query.Get(untilParam)

	// Check the signature first, in constant time, before anything is parsed.
	if !hmac.Equal([]byte(query.Get(signatureParam)), []byte(l.sign(key, name, until))) {
		return Link{}, ErrLink.New()
	}

	seconds, err := strconv.ParseInt(until, 10, 64)
	if err != nil || !Key(key).Valid() || !namePattern.MatchString(name) {
		return Link{}, ErrLink.New()
	}

	link := Link{Key: Key(key), Name: name, Until: time.Unix(seconds, 0).UTC()}
	if !l.opt.Clock.Now().Before(link.Until) {
		return Link{}, ErrLink.New()
	}

	return link, nil
}

// sign signs every part with its length, so that characters can't move from one part
// to the next.
func (l *Links) sign(parts ...string) string {
	mac := hmac.New(sha256.New, l.key)

	for _, part := range parts {
		mac.Write(fmt.Appendf(nil, "%d:%s;", len(part), part))
	}

	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
