// Package s3 keeps files in an S3 bucket, of AWS, MinIO or another provider, so that
// several nodes can share files without a shared disk.
package s3

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/s3utils"

	"loket/internal/platform/loopback"
	"loket/internal/platform/secret"
)

// Style says where a URL has the name of the bucket.
type Style string

// The styles.
const (
	// StyleAuto is host at AWS, which requires it, and path everywhere else.
	StyleAuto Style = "auto"
	StylePath Style = "path" // https://store.example.com/bucket/key
	StyleHost Style = "host" // https://bucket.store.example.com/key
)

// Options configure a Bucket.
type Options struct {
	// Endpoint is the URL of the store, https://host or https://host:port. Plain http
	// is allowed only for this machine, since it would send files and signed requests
	// unencrypted.
	Endpoint string
	Bucket   string
	// Prefix is our folder in the bucket, without slashes at its ends. Empty is the
	// whole bucket.
	Prefix string
	// Region of the bucket; empty takes it from an address of AWS, else us-east-1.
	Region    string
	Style     Style // empty is StyleAuto
	AccessKey string
	SecretKey secret.Text

	// Temp is the folder of files that are being written; empty is that of the system.
	Temp string

	// Dial opens connections; nil uses the network.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// The limits; a zero value takes the default.
	Part    int           // bytes of a part of a large file; 5 MiB, the least that stores accept, allows files of 48 GiB
	Stall   time.Duration // how long a connection may stand still; 15 s
	Small   time.Duration // most time of a request without a file, all its tries together; 20 s
	Large   time.Duration // most time of a file for each of its parts, all tries together; 2 min
	Retries int           // tries of one request; 4
	Listed  int           // rows of one list; 1000, the most that stores give
}

// The defaults, and what no option changes.
const (
	defaultPart    = 5 << 20
	defaultStall   = 15 * time.Second
	defaultSmall   = 20 * time.Second
	defaultLarge   = 2 * time.Minute
	defaultRetries = 4
	defaultListed  = 1000
	defaultRegion  = "us-east-1"
)

// prefixPattern allows no part that begins with a dot, so no "..".
var prefixPattern = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$`)

// Fault is one invalid option.
type Fault struct {
	Option string // endpoint, bucket, prefix, style, access-key or secret-key
	Text   string
}

// Check lists the invalid options without contacting the store.
func (o Options) Check() []Fault {
	found := []Fault{}
	add := func(option, text string) { found = append(found, Fault{option, text}) }

	if _, err := parseEndpoint(o.Endpoint); err != nil {
		add("endpoint", err.Error())
	}

	if err := s3utils.CheckValidBucketNameStrict(o.Bucket); err != nil {
		add("bucket", fmt.Sprintf("%q is not a name of a bucket", o.Bucket))
	}

	if o.Prefix != "" && !prefixPattern.MatchString(o.Prefix) {
		add("prefix", fmt.Sprintf("%q is not a folder such as loket/files", o.Prefix))
	}

	switch o.Style {
	case "", StyleAuto, StylePath, StyleHost:
	default:
		add("style", fmt.Sprintf("%q is none of auto, path, host", o.Style))
	}

	if o.AccessKey == "" {
		add("access-key", "is missing")
	}

	if o.SecretKey == "" {
		add("secret-key", "is missing")
	}

	return found
}

var (
	errEndpoint = errors.New("is not an address such as https://s3.example.com")
	errPlain    = errors.New("must be https: without TLS files and signed requests would cross the network in the clear (http is for this machine alone)")
)

func parseEndpoint(text string) (*url.URL, error) {
	u, err := url.Parse(text)

	switch {
	case err != nil || u.Host == "" || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || strings.Trim(u.Path, "/") != "":
		return nil, errEndpoint
	case u.Scheme == "https", u.Scheme == "http" && loopback.Is(u.Hostname()):
		return u, nil
	case u.Scheme == "http":
		return nil, errPlain
	default:
		return nil, errEndpoint
	}
}

func (o Options) withDefaults() Options {
	o.Part = orElse(o.Part, defaultPart)
	o.Stall = orElse(o.Stall, defaultStall)
	o.Small = orElse(o.Small, defaultSmall)
	o.Large = orElse(o.Large, defaultLarge)
	o.Retries = orElse(o.Retries, defaultRetries)
	o.Listed = orElse(o.Listed, defaultListed)

	return o
}

func orElse[T comparable](value, standard T) T {
	var zero T
	if value == zero {
		return standard
	}

	return value
}

// client makes the library's client without contacting the store.
func (o Options) client(transport http.RoundTripper) (*minio.Core, error) {
	u, err := parseEndpoint(o.Endpoint)
	if err != nil {
		return nil, err
	}

	// Without a region the library would first request it, which needs another right.
	region := orElse(o.Region, orElse(s3utils.GetRegionFromURL(*u), defaultRegion))

	core, err := minio.NewCore(u.Host, &minio.Options{
		Creds:        credentials.NewStaticV4(o.AccessKey, o.SecretKey.Reveal(), ""),
		Secure:       u.Scheme == "https",
		Transport:    transport,
		Region:       region,
		BucketLookup: map[Style]minio.BucketLookupType{StylePath: minio.BucketLookupPath, StyleHost: minio.BucketLookupDNS}[o.Style],
		MaxRetries:   o.Retries,
	})
	if err != nil {
		return nil, fmt.Errorf("client of the store: %w", err)
	}

	return core, nil
}
