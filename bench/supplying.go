package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"time"

	"loket/internal/config"
	"loket/internal/supplier/digiflazz"
)

// supplying is the argument that makes this binary a supplier in a process of its own. It answers every purchase
// at once, by the protocol of Digiflazz.
const supplying = "supplying"

// The ends of the destinations whose purchase fails, and of those that are pending until a notice says success.
const (
	failing = "2"
	later   = "3"

	webhookSecret = "w"
	webhookPath   = "/webhook" // PUT tells the supplier where to send notices
	hangPath      = "/hang"    // a base path whose calls get no answer
	slowPath      = "/slow"    // one whose answers take slowTime
	receivePath   = "/receive" // takes the events of a client

	slowTime = 50 * time.Millisecond
)

func supplyMain(ctx context.Context) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("supplier: %w", err)
	}

	s := &benchSupplier{client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: callsInFlight}}, notices: make(chan []byte, noticeRoom)}
	server := &http.Server{Handler: http.HandlerFunc(s.supply), ReadHeaderTimeout: time.Minute}

	for range noticeSenders {
		go s.sendNotices(ctx)
	}

	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // until the measuring process ends
		_ = server.Close()
	}()

	fmt.Println("http://" + listener.Addr().String())

	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("supplier: %w", err)
	}

	return nil
}

const (
	noticeSenders = 16
	noticeRoom    = 1 << 20
)

// benchSupplier answers purchases, and sends notices one after the other over a few connections.
type benchSupplier struct {
	client  *http.Client
	notices chan []byte
	webhook atomic.Pointer[string]
}

func (s *benchSupplier) supply(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == webhookPath {
		address, err := io.ReadAll(r.Body)
		if err == nil {
			text := string(address)
			s.webhook.Store(&text)
		}

		return
	}

	if r.URL.Path == receivePath {
		_, _ = io.Copy(io.Discard, r.Body)

		w.WriteHeader(http.StatusNoContent)

		return
	}

	if strings.HasPrefix(r.URL.Path, hangPath) {
		_, _ = io.Copy(io.Discard, r.Body) // the server notices the end of the call only after the body
		<-r.Context().Done()

		return
	}

	if strings.HasPrefix(r.URL.Path, slowPath) {
		time.Sleep(slowTime)
	}

	var in struct {
		Reference string `json:"ref_id"`         //nolint:tagliatelle // names of the protocol
		SKU       string `json:"buyer_sku_code"` //nolint:tagliatelle // as above
		Customer  string `json:"customer_no"`    //nolint:tagliatelle // as above
	}

	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		w.WriteHeader(http.StatusBadRequest)

		return
	}

	const success = "Sukses"

	answer := func(status, code, serial string) []byte {
		return fmt.Appendf(nil, `{"data":{"ref_id":%q,"customer_no":%q,"buyer_sku_code":%q,"message":"Transaksi %s","status":%q,"rc":%q,"sn":%q,"price":9800}}`,
			in.Reference, in.Customer, in.SKU, status, status, code, serial)
	}

	body := answer(success, "00", "41002812345678")

	switch {
	case strings.HasSuffix(in.Customer, failing):
		body = answer("Gagal", "02", "")
	case strings.HasSuffix(in.Customer, later):
		s.notices <- body

		body = answer("Pending", "03", "")
	}

	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body)
}

func (s *benchSupplier) sendNotices(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case body := <-s.notices:
			if err := s.send(ctx, body); err != nil {
				fmt.Fprintln(os.Stderr, "notice:", err)
			}
		}
	}
}

func (s *benchSupplier) send(ctx context.Context, body []byte) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, *s.webhook.Load(), bytes.NewReader(body))
	if err != nil {
		return err
	}

	mac := hmac.New(sha1.New, []byte(webhookSecret))
	mac.Write(body)
	r.Header.Set(digiflazz.HeaderSignature, "sha1="+hex.EncodeToString(mac.Sum(nil)))
	r.Header.Set(digiflazz.HeaderEvent, "update")
	r.Header.Set("Content-Type", "application/json")

	answer, err := s.client.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }() // read only

	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return err
	}

	if answer.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("answered %d", answer.StatusCode)
	}

	return nil
}

// callsInFlight is the limit of the supplier: as many calls at a time. The program keeps an eighth of them for status
// queries and inquiries, so that at most purchasesInFlight are purchases.
const (
	callsInFlight     = 73
	purchasesInFlight = 64
)

func benchSuppliers(url string) []config.Supplier {
	if url == "" {
		return nil
	}

	return []config.Supplier{{Code: supplierCode, Kind: config.KindDigiflazz, BaseURL: url, Username: "u", Key: "k", WebhookSecret: webhookSecret, Limit: callsInFlight}}
}

func benchAdapter(url string) (*digiflazz.Client, error) {
	adapter, err := digiflazz.New(digiflazz.Config{BaseURL: url, Username: "u", Key: "k"})
	if err != nil {
		return nil, fmt.Errorf("adapter: %w", err)
	}

	return adapter, nil
}

// supplierProcess is the supplier in a process of its own.
type supplierProcess struct {
	url   string
	cmd   *exec.Cmd
	stdin io.Closer
}

func startSupplier(ctx context.Context) (*supplierProcess, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("this program: %w", err)
	}

	s := &supplierProcess{cmd: exec.CommandContext(ctx, self, supplying)}
	s.cmd.Stderr = os.Stderr

	if s.stdin, err = s.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("supplier: %w", err)
	}

	stdout, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("supplier: %w", err)
	}

	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("supplier: %w", err)
	}

	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		return nil, errors.Join(fmt.Errorf("supplier: %w", err), s.stop())
	}

	s.url = strings.TrimSpace(line)

	return s, nil
}

func (s *supplierProcess) stop() error {
	return errors.Join(s.stdin.Close(), s.cmd.Wait())
}
