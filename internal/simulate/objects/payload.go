package objects

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// The faults of a body.
var (
	errSum     = errors.New("XAmzContentSHA256Mismatch")
	errChunk   = errors.New("SignatureDoesNotMatch")
	errChunked = errors.New("IncompleteBody")
)

const (
	maxChunk  = 16 << 20
	maxHeader = 4 << 10
)

// payload gives a request's body in the clear. Its last Read is an error where
// the body is not what was signed.
func (sig signature) payload(r *http.Request) io.Reader {
	switch sig.body {
	case unsigned:
		return r.Body
	case chunksSigned, chunksTrailer, unsignedTrailer:
		return &chunks{from: bufio.NewReader(r.Body), sig: sig, previous: sig.seed, want: r.Header.Get("X-Amz-Decoded-Content-Length")}
	default:
		return &summed{from: r.Body, hash: sha256.New(), want: sig.body}
	}
}

// summed compares the whole with its checksum.
type summed struct {
	from io.Reader
	hash hash.Hash
	want string
}

// Read implements io.Reader.
func (s *summed) Read(p []byte) (int, error) {
	n, err := s.from.Read(p)
	s.hash.Write(p[:n])

	if errors.Is(err, io.EOF) && hex.EncodeToString(s.hash.Sum(nil)) != s.want {
		return n, errSum
	}

	return n, err
}

// chunks reads aws-chunked: size in hexadecimal, perhaps a signature that
// covers the chunk and the signature before it, the bytes; a chunk of nothing
// ends it, perhaps with a trailer. Source of the rules:
// https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html
type chunks struct {
	from     *bufio.Reader
	sig      signature
	previous string
	want     string // length in the clear
	read     int64
	chunk    []byte
	err      error
}

// Read implements io.Reader.
func (c *chunks) Read(p []byte) (int, error) {
	for len(c.chunk) == 0 && c.err == nil {
		c.err = c.next()
	}

	if len(c.chunk) == 0 {
		return 0, c.err
	}

	n := copy(p, c.chunk)
	c.chunk = c.chunk[n:]

	return n, nil
}

func (c *chunks) next() error {
	head, err := c.line()
	if err != nil { // io.EOF too: the chunk of nothing has not come
		return fmt.Errorf("%w: %w", errChunked, noEOF(err))
	}

	length, signed, _ := strings.Cut(head, ";chunk-signature=")

	size, err := strconv.ParseInt(length, 16, 64)
	if err != nil || size < 0 || size > maxChunk {
		return fmt.Errorf("%w: chunk %q", errChunked, length)
	}

	chunk := make([]byte, size)
	if _, err := io.ReadFull(c.from, chunk); err != nil {
		return fmt.Errorf("%w: %w", errChunked, noEOF(err))
	}

	if err := c.check("AWS4-HMAC-SHA256-PAYLOAD", []string{emptySum()}, chunk, signed); err != nil {
		return err
	}

	if size == 0 {
		return c.end()
	}

	if rest, err := c.line(); err != nil || rest != "" {
		return fmt.Errorf("%w: a chunk does not end", errChunked)
	}

	c.chunk = chunk
	c.read += size

	return nil
}

// noEOF keeps a body that ends too early from looking like one that ends.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}

	return err
}

// end reads the trailer, where there is one, and compares the length.
func (c *chunks) end() error {
	if strconv.FormatInt(c.read, 10) != c.want {
		return fmt.Errorf("%w: %d bytes of %s", errChunked, c.read, c.want)
	}

	if c.sig.body == chunksSigned {
		return io.EOF
	}

	trailer := ""

	for {
		line, err := c.line()
		signed, ends := strings.CutPrefix(line, "x-amz-trailer-signature:")

		switch {
		case err != nil && !errors.Is(err, io.EOF):
			return err
		case ends:
			if err := c.check("AWS4-HMAC-SHA256-TRAILER", nil, []byte(trailer), signed); err != nil {
				return err
			}

			return io.EOF
		case errors.Is(err, io.EOF), c.sig.body == unsignedTrailer && line == "":
			if c.sig.body == chunksTrailer {
				return errChunk // the trailer must be signed
			}

			return io.EOF
		case line != "":
			trailer += line + "\n"
		}
	}
}

// check compares a signature with what it covers: the one before it, and a
// checksum.
func (c *chunks) check(kind string, more []string, covered []byte, signed string) error {
	if c.sig.body == unsignedTrailer {
		return nil
	}

	sum := sha256.Sum256(covered)
	lines := slices.Concat([]string{kind, c.sig.at, c.sig.scope, c.previous}, more, []string{hex.EncodeToString(sum[:])})
	want := hex.EncodeToString(mac(c.sig.key, strings.Join(lines, "\n")))

	if !hmac.Equal([]byte(want), []byte(signed)) {
		return errChunk
	}

	c.previous = want

	return nil
}

func emptySum() string {
	sum := sha256.Sum256(nil)

	return hex.EncodeToString(sum[:])
}

// line reads up to the next end of a line, bounded.
func (c *chunks) line() (string, error) {
	text, err := c.from.ReadSlice('\n')

	switch {
	case errors.Is(err, bufio.ErrBufferFull) || len(text) > maxHeader:
		return "", fmt.Errorf("%w: a long line", errChunked)
	case errors.Is(err, io.EOF) && len(text) > 0:
		return "", fmt.Errorf("%w: an open line", errChunked)
	case err != nil:
		return "", err
	}

	return strings.TrimRight(string(text), "\r\n"), nil
}
