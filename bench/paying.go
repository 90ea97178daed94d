package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"time"

	"loket/internal/config"
	"loket/internal/dev/simulate/bankside"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/secret"
)

// The bank of the benchmarks, which notifies payments by SNAP BI.
const (
	bankCode    = "BBCA"
	bankPrefix  = "8077"
	bankSecret  = secret.Text("client-secret-of-the-benchmarks")
	bankKeyBits = 2048

	// paidOfSingle is the goal of quality 1.7, beside orders placed singly.
	paidOfSingle = 0.5
)

// benchBank is the connection of the bank; none without the file of its public key.
func benchBank(keyFile string) ([]config.Bank, error) {
	if keyFile == "" {
		return nil, nil
	}

	key, err := os.ReadFile(keyFile)
	if err != nil {
		return nil, fmt.Errorf("key of the bank: %w", err)
	}

	b := config.NewSnap("bank", bankCode)
	b.ClientID, b.PartnerID, b.ClientSecret, b.PublicKey = "client", "partner", bankSecret, string(key)

	return []config.Bank{b}, nil
}

// fillBank gives each client a virtual account.
func fillBank(ctx context.Context, d *db.DB, clients int) error {
	return d.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO payment_channels (id, bank_id, prefix, status, minimum_topup, created_at)
			SELECT 1, id, $1, 'active', 10000, 1 FROM banks WHERE code = $2`, bankPrefix, bankCode)

		for i := range int64(clients) {
			client := firstUser + i
			_, one := tx.Exec(ctx, `INSERT INTO virtual_accounts (id, client_id, wallet_id, wallet_type, channel_id, account_no, created_at)
				VALUES ($1, $1, $1, 'level_1', 1, $2, 1)`, client, bankPrefix+strconv.FormatInt(client, 10))
			err = errors.Join(err, one)
		}

		return err
	})
}

// payer is the bank: it signs each payment, as a bank does.
type payer struct {
	token    string
	external atomic.Int64
}

func newPayer(ctx context.Context, address string, key *rsa.PrivateKey) (*payer, error) {
	snap := bankside.Snap{
		URL: "http://" + address, ClientID: "client", ClientSecret: bankSecret, PartnerID: "partner", ChannelID: "95231", Key: key,
		Client: http.DefaultClient, Now: clock.System{}.Now,
	}

	token, err := snap.Token(ctx)
	if err != nil {
		return nil, fmt.Errorf("token for the bank: %w", err)
	}

	return &payer{token: token}, nil
}

// call makes one payment to the virtual account of a client.
func (p *payer) call(w *wire, seed uint64, number, n int) error {
	now := time.Now()
	id := string(appendReference(nil, seed, number, n))
	body := bankside.Payment{
		Prefix: bankPrefix, AccountNo: bankPrefix + strconv.FormatInt(firstUser+int64(number%httpClients), decimal), Amount: 10_000, RequestID: id, Reference: id, At: now,
	}.Body()

	digest := sha256.Sum256(body)
	stamp := now.UTC().Format("2006-01-02T15:04:05+00:00")
	mac := hmac.New(sha512.New, []byte(bankSecret.Reveal()))
	mac.Write([]byte("POST:" + bankside.PaymentPath + ":" + p.token + ":" + hex.EncodeToString(digest[:]) + ":" + stamp))

	w.key = p.token
	w.extra = append(w.extra[:0], "X-TIMESTAMP: "+stamp+"\r\nX-PARTNER-ID: partner\r\nCHANNEL-ID: 95231\r\nX-EXTERNAL-ID: "...)
	w.extra = strconv.AppendInt(w.extra, p.external.Add(1), decimal)
	w.extra = append(w.extra, "\r\nX-SIGNATURE: "+base64.StdEncoding.EncodeToString(mac.Sum(nil))+"\r\n"...)

	return expect(http.StatusOK)(w.call(http.MethodPost, bankside.PaymentPath, body))
}

// paying measures 1.7: payments of virtual accounts over HTTP, their signature checked, stored and credited, beside
// orders placed singly and the empty handler in the same program.
func paying(ctx context.Context, b *bench) error {
	key, err := rsa.GenerateKey(rand.Reader, bankKeyBits)
	if err != nil {
		return fmt.Errorf("key of the bank: %w", err)
	}

	return onEachEngine(ctx, b, func(e *engines, engine db.Engine, _ string) error {
		f := figures{}

		for range b.rounds {
			if err := payRound(ctx, b, e, engine, key, f); err != nil {
				return err
			}
		}

		r := result{Name: "1.7-paid-256", Engine: engine.String(), Value: median(f["paid-256"]), Unit: "payments/s", Better: higher}
		r.Beside, r.BesideValue = "orders placed singly, 256 callers", median(f["single-256"])
		b.add(r, paidOfSingle)

		b.add(result{
			Name: "1.7-paid-64-p99", Engine: engine.String(), Value: median(f["paid-64-p99"]), Unit: "ms", Better: lower,
			Beside: "empty handler, 64 callers", BesideValue: median(f["empty-64-p99"]),
		}, p99Goal)

		return nil
	})
}

func payRound(ctx context.Context, b *bench, e *engines, engine db.Engine, key *rsa.PrivateKey, f figures) error {
	public, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		return fmt.Errorf("key of the bank: %w", err)
	}

	b.bankKey = filepath.Join(e.dir, "bank.pem")
	if err := os.WriteFile(b.bankKey, pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public}), 0o600); err != nil {
		return fmt.Errorf("key of the bank: %w", err)
	}

	p, err := startProgram(ctx, b, e, engine, "")
	b.bankKey = ""

	if err != nil {
		return err
	}

	orders, paid, err := payTurns(ctx, b, p, key, f)
	if err := errors.Join(err, p.stop()); err != nil {
		return err
	}

	if err := p.proven(ctx, orders); err != nil {
		return err
	}

	return p.checkCredits(ctx, paid)
}

func payTurns(ctx context.Context, b *bench, p *program, key *rsa.PrivateKey, f figures) (orders, paid int, err error) {
	bank, err := newPayer(ctx, p.API, key)
	if err != nil {
		return 0, 0, err
	}

	length := time.Duration(b.seconds * float64(time.Second) / httpTurns)

	for turn := range httpTurns {
		for _, kind := range []struct {
			name    string
			address string
			callers int
			call    caller
			count   *int
		}{
			{"empty-64", p.Empty, fewCallers, callEmpty, new(int)},
			{"paid-64", p.API, fewCallers, bank.call, &paid},
			{"single-256", p.API, manyCallers, callSingle, &orders},
			{"paid-256", p.API, manyCallers, bank.call, &paid},
		} {
			o, err := loadOver(ctx, kind.address, kind.callers, 1, length, kind.name+"-"+strconv.Itoa(turn), kind.call)
			if err != nil {
				return 0, 0, fmt.Errorf("%s: %w", kind.name, err)
			}

			*kind.count += o.calls
			f.add(kind.name, o.rate)
			f.add(kind.name+"-p99", milliseconds(o.p99))
		}
	}

	return orders, paid, nil
}

// checkCredits checks that every acknowledged payment was credited once.
func (p *program) checkCredits(ctx context.Context, acknowledged int) (err error) {
	d, err := db.Open(ctx, db.Options{URL: p.where.DSN()})
	if err != nil {
		return fmt.Errorf("count the credits: %w", err)
	}
	defer func() { err = errors.Join(err, d.Close()) }()

	var credits int

	if err := d.Reader().QueryRow(ctx, "SELECT COUNT(*) FROM wallet_history WHERE action = 'topup_va'").Scan(&credits); err != nil {
		return fmt.Errorf("count the credits: %w", err)
	}

	if credits != acknowledged {
		return fmt.Errorf("%d payments were acknowledged and %d are credited", acknowledged, credits)
	}

	return nil
}
