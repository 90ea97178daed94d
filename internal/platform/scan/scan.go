// Package scan asks a malware scanner about files: clamd of ClamAV, or any that speaks its protocol.
package scan

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
)

// ErrInfected means that the scanner found malware.
var ErrInfected = errors.New("scan: malware found")

// errAnswer means that the scanner could not check the file.
var errAnswer = errors.New("scan: the scanner did not check the file")

// Clamd is a scanner at an address: host:port, or unix:/path of a socket.
type Clamd struct {
	Address string
	// Timeout bounds one scan; 30 s when zero.
	Timeout time.Duration
}

const (
	defaultTimeout = 30 * time.Second
	chunkSize      = 64 << 10
	maxAnswer      = 4 << 10
)

// Scan sends a file by INSTREAM. It returns nil for a clean file and ErrInfected for another one. Any other error means
// that nothing is known of the file.
func (c Clamd) Scan(ctx context.Context, content []byte) error {
	timeout := c.Timeout
	if timeout == 0 {
		timeout = defaultTimeout
	}

	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()

	network, address := "tcp", c.Address
	if path, unix := strings.CutPrefix(c.Address, "unix:"); unix {
		network, address = "unix", path
	}

	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return fmt.Errorf("scan: %w", err)
	}

	// The end of the context closes the connection, which ends every wait for it.
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })

	defer func() {
		if stop() {
			_ = conn.Close() // the answer was read
		}
	}()

	answer, err := exchange(conn, content)
	if err != nil {
		return fmt.Errorf("scan: %w", errors.Join(err, ctx.Err()))
	}

	return judge(answer)
}

// exchange sends the file and reads the answer. A scanner may answer and close before it has read all, so an answer
// counts also after a failed write.
func exchange(conn io.ReadWriter, content []byte) (string, error) {
	sent := send(conn, content)

	answer, err := io.ReadAll(io.LimitReader(conn, maxAnswer))
	if len(answer) == 0 {
		return "", errors.Join(sent, err, errAnswer)
	}

	return string(bytes.TrimRight(answer, "\x00\r\n")), nil
}

// send writes the command and the file in chunks with their sizes; size 0 ends it.
func send(to io.Writer, content []byte) error {
	if _, err := io.WriteString(to, "zINSTREAM\x00"); err != nil {
		return err
	}

	for len(content) > 0 {
		chunk := content[:min(chunkSize, len(content))]
		content = content[len(chunk):]

		size := binary.BigEndian.AppendUint32(nil, uint32(len(chunk))) //nolint:gosec // at most chunkSize
		if _, err := to.Write(append(size, chunk...)); err != nil {
			return err
		}
	}

	_, err := to.Write(make([]byte, 4)) //nolint:mnd // a size of 0

	return err
}

// judge reads an answer: "stream: OK", "stream: NAME FOUND", or an error of the scanner.
func judge(answer string) error {
	switch {
	case answer == "stream: OK":
		return nil
	case strings.HasSuffix(answer, " FOUND"):
		return fmt.Errorf("%w: %s", ErrInfected, strings.TrimSuffix(strings.TrimPrefix(answer, "stream: "), " FOUND"))
	default:
		return fmt.Errorf("%w: %q", errAnswer, answer)
	}
}
