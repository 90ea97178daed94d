package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/httputil"
	"strconv"
	"time"
)

// wire is one caller's connection. It implements only the HTTP that the answers
// need, to leave the machine's time to the measured program.
type wire struct {
	conn    net.Conn
	in      *bufio.Reader
	key     string // API key or token
	extra   []byte // further headers, each with its end of line
	out     []byte
	request []byte // the body that is sent
	body    []byte // the body that came back
}

const decimal = 10

// wireTime limits a whole measurement on one connection.
const wireTime = 20 * time.Minute

func dial(ctx context.Context, address, key string) (*wire, error) {
	var d net.Dialer

	conn, err := d.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}

	if err := conn.SetDeadline(time.Now().Add(wireTime)); err != nil {
		return nil, errors.Join(fmt.Errorf("connect: %w", err), conn.Close())
	}

	return &wire{conn: conn, key: key, in: bufio.NewReaderSize(conn, 16<<10)}, nil
}

// call sends a request and returns status and body. The next call overwrites the
// body.
func (w *wire) call(method, path string, body []byte) (int, []byte, error) {
	w.out = append(w.out[:0], method...)
	w.out = append(append(append(w.out, ' '), path...), " HTTP/1.1\r\nHost: bench\r\n"...)

	if w.key != "" {
		w.out = append(w.out, "Authorization: Bearer "+w.key+"\r\n"...)
	}

	w.out = append(w.out, w.extra...)

	if body != nil {
		w.out = append(w.out, "Content-Type: application/json\r\nContent-Length: "...)
		w.out = strconv.AppendInt(w.out, int64(len(body)), decimal)
		w.out = append(w.out, "\r\n"...)
	}

	w.out = append(append(w.out, "\r\n"...), body...)

	if _, err := w.conn.Write(w.out); err != nil {
		return 0, nil, fmt.Errorf("send: %w", err)
	}

	return w.answer()
}

func (w *wire) answer() (int, []byte, error) {
	line, err := w.in.ReadSlice('\n')
	if err != nil {
		return 0, nil, fmt.Errorf("read the answer: %w", err)
	}

	const statusAt, statusEnd = len("HTTP/1.1 "), len("HTTP/1.1 200")

	if len(line) < statusEnd {
		return 0, nil, fmt.Errorf("read the answer: %q", line)
	}

	status, err := strconv.Atoi(string(line[statusAt:statusEnd]))
	if err != nil {
		return 0, nil, fmt.Errorf("read the answer: %w", err)
	}

	length, chunked, err := w.headers()
	if err != nil {
		return 0, nil, err
	}

	if chunked {
		return w.chunks(status)
	}

	if cap(w.body) < length {
		w.body = make([]byte, length)
	}

	w.body = w.body[:length]
	if _, err := io.ReadFull(w.in, w.body); err != nil {
		return 0, nil, fmt.Errorf("read the answer: %w", err)
	}

	return status, w.body, nil
}

func (w *wire) headers() (length int, chunked bool, err error) {
	for {
		line, err := w.in.ReadSlice('\n')
		if err != nil {
			return 0, false, fmt.Errorf("read the answer: %w", err)
		}

		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			return length, chunked, nil
		}

		if value, ok := bytes.CutPrefix(line, []byte("Content-Length: ")); ok {
			if length, err = strconv.Atoi(string(value)); err != nil {
				return 0, false, fmt.Errorf("read the answer: %w", err)
			}
		}

		chunked = chunked || bytes.Equal(line, []byte("Transfer-Encoding: chunked"))
	}
}

func (w *wire) chunks(status int) (int, []byte, error) {
	buffer := bytes.NewBuffer(w.body[:0])
	if _, err := buffer.ReadFrom(httputil.NewChunkedReader(w.in)); err != nil {
		return 0, nil, fmt.Errorf("read the answer: %w", err)
	}

	w.body = buffer.Bytes()

	// The reader leaves the empty line after the last chunk.
	if _, err := w.in.ReadSlice('\n'); err != nil {
		return 0, nil, fmt.Errorf("read the answer: %w", err)
	}

	return status, w.body, nil
}
