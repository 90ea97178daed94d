package api_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"loket/internal/api"
)

// largeFile is an API with two operations, which answer with a file of a size. One may write.
func largeFile(t *testing.T, size int) http.Handler {
	t.Helper()

	type file struct {
		Rows string `header:"Loket-Rows"`
		Body []byte
	}

	a := api.New(api.Options{Identity: guard{}})
	for id, method := range map[string]string{"file": http.MethodGet, "order": http.MethodPost} {
		api.Register(a, api.Operation{
			ID: id, Method: method, Path: "/file", Summary: "x", Tag: "t", Access: api.Session(), Client: api.CallersClient, Cost: api.Bulk,
		}, func(context.Context, *struct{}) (*file, error) {
			return &file{"7", bytes.Repeat([]byte("r"), size)}, nil
		})
	}

	if err := a.Check(); err != nil {
		t.Fatal(err)
	}

	return a.Handler()
}

func fileRequest(t *testing.T, token string) *http.Request {
	t.Helper()

	return fileRequestBy(t, http.MethodGet, token)
}

func fileRequestBy(t *testing.T, method, token string) *http.Request {
	t.Helper()

	r := httptest.NewRequestWithContext(t.Context(), method, "/file", nil)
	r.Header.Set("Authorization", "Bearer "+token)

	return r
}

// Large answers that nobody reads are in memory: a client has two of them, a few more wait, and others are refused. Another client's file
// is answered meanwhile.
func TestUnreadLargeAnswersAreBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const (
			calls   = 10
			reading = 2
			waiting = 4
		)

		var (
			handler = largeFile(t, 1<<20)
			writing = make(chan struct{}, calls)
			end     = make(chan struct{})
			slow    sync.WaitGroup
			answers [calls]*httptest.ResponseRecorder
		)

		for i := range calls {
			answers[i] = httptest.NewRecorder()

			slow.Go(func() { handler.ServeHTTP(unreadFile{unreadAnswer{answers[i], writing, end}}, fileRequest(t, "root")) })
			synctest.Wait()
		}

		if len(writing) != reading {
			t.Errorf("%d answers of one client are being read", len(writing))
		}

		refused := 0

		for _, w := range answers {
			if w.Code != http.StatusServiceUnavailable {
				continue
			}

			refused++

			if w.Header().Get("Retry-After") == "" || w.Header().Get("Loket-Rows") != "" || !strings.Contains(w.Body.String(), "BusyError") {
				t.Errorf("refused with %v %s", w.Header(), w.Body)
			}
		}

		if refused != calls-reading-waiting {
			t.Errorf("%d are refused at once", refused)
		}

		begin := time.Now()

		w := httptest.NewRecorder()
		if handler.ServeHTTP(w, fileRequest(t, "neighbour")); w.Code != http.StatusOK || w.Body.Len() != 1<<20 || time.Since(begin) > 0 {
			t.Errorf("beside slow readers: %d, %d bytes after %s", w.Code, w.Body.Len(), time.Since(begin))
		}

		close(end)
		slow.Wait()

		w = httptest.NewRecorder()
		if handler.ServeHTTP(w, fileRequest(t, "root")); w.Code != http.StatusOK || w.Header().Get("Loket-Rows") != "7" {
			t.Errorf("after them: %d %v", w.Code, w.Header())
		}
	})
}

// What a call stored stands, whoever else reads slowly: it answers at once, not with a refusal.
func TestLargeAnswersOfWritesAreNotRefused(t *testing.T) {
	t.Parallel()

	// Two answers of a client are being read, and four more wait.
	for _, readers := range []int{1, 2, 6} {
		t.Run(strconv.Itoa(readers), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				const size = 1 << 20

				var (
					handler = largeFile(t, size)
					writing = make(chan struct{}, readers+1)
					end     = make(chan struct{})
					slow    sync.WaitGroup
				)

				for range readers {
					slow.Go(func() {
						handler.ServeHTTP(unreadFile{unreadAnswer{httptest.NewRecorder(), writing, end}}, fileRequest(t, "root"))
					})
					synctest.Wait()
				}

				begin := time.Now()

				for range 3 {
					w := httptest.NewRecorder()
					handler.ServeHTTP(w, fileRequestBy(t, http.MethodPost, "root"))

					if w.Code != http.StatusOK || w.Body.Len() != size || w.Header().Get("Loket-Rows") != "7" || time.Since(begin) > 0 {
						t.Errorf("beside %d slow readers: %d, %d bytes after %s", readers, w.Code, w.Body.Len(), time.Since(begin))
					}
				}

				// A place that is free, or becomes free, is the order's while its answer is not read.
				slow.Go(func() {
					handler.ServeHTTP(unreadFile{unreadAnswer{httptest.NewRecorder(), writing, end}}, fileRequestBy(t, http.MethodPost, "root"))
				})
				synctest.Wait()

				w := httptest.NewRecorder()
				if handler.ServeHTTP(w, fileRequest(t, "root")); w.Code != http.StatusServiceUnavailable {
					t.Errorf("a file beside %d slow readers and an order: %d", readers, w.Code)
				}

				close(end)
				slow.Wait()

				w = httptest.NewRecorder()
				if handler.ServeHTTP(w, fileRequest(t, "root")); w.Code != http.StatusOK {
					t.Errorf("after them: %d", w.Code)
				}
			})
		})
	}
}

// unreadFile is an unreadAnswer of whose answers only large ones are not read.
type unreadFile struct{ unreadAnswer }

func (w unreadFile) Write(p []byte) (int, error) {
	if len(p) < 1<<20 {
		return w.ResponseRecorder.Write(p)
	}

	return w.unreadAnswer.Write(p)
}

// A large file is read whole by a reader that needs four minutes.
func TestSlowReaderGetsTheWholeFile(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const size = 2 << 20

		l := memoryListener{make(chan net.Conn), make(chan struct{})}
		s := api.ServeOn(l, largeFile(t, size), api.ServeOptions{})

		near, far := net.Pipe()
		l.conns <- far

		_, err := io.WriteString(near, "GET /file HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer root\r\nConnection: close\r\n\r\n")
		if err != nil {
			t.Fatal(err)
		}

		res, err := http.ReadResponse(bufio.NewReader(near), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()

		read := int64(0)

		for range 23 {
			time.Sleep(10 * time.Second) // of the bubble

			n, _ := io.CopyN(io.Discard, res.Body, size/24)
			read += n
		}

		n, err := io.Copy(io.Discard, res.Body)
		if read += n; err != nil || read != size {
			t.Errorf("%d of %d bytes: %v", read, size, err)
		}

		_ = near.Close()

		if err := s.Stop(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// memoryListener hands out connections in memory.
type memoryListener struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (l memoryListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l memoryListener) Close() error {
	close(l.closed)

	return nil
}

func (memoryListener) Addr() net.Addr { return &net.TCPAddr{} }
