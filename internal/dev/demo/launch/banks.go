package launch

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"loket/internal/app"
	"loket/internal/config"
	"loket/internal/dev/demo"
	"loket/internal/dev/simulate"
	"loket/internal/dev/simulate/bankside"
)

// The demo's banks: one that calls by SNAP BI for each bank with virtual accounts, and one webhook of Moota.
const (
	demoMoota   = "moota"
	demoKeyBits = 2048
	keyMode     = 0o600
	keyFolder   = 0o700
)

// bankKey reads the private key of the demo's banks. It is made at the first start.
func bankKey(data string) (*rsa.PrivateKey, error) {
	path := filepath.Join(data, "secrets", "bank-key.pem")

	text, err := os.ReadFile(path) //nolint:gosec // in the data folder
	if err == nil {
		block, _ := pem.Decode(text)
		if block == nil {
			return nil, errBankKey
		}

		key, err := x509.ParsePKCS1PrivateKey(block.Bytes)
		if err != nil {
			return nil, errBankKey
		}

		return key, nil
	}

	if !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("demo: %w", err)
	}

	key, err := rsa.GenerateKey(rand.Reader, demoKeyBits)
	if err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}

	if err := os.MkdirAll(filepath.Dir(path), keyFolder); err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}

	block := pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})
	if err := os.WriteFile(path, block, keyMode); err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}

	return key, nil
}

var errBankKey = errors.New("demo: secrets/bank-key.pem can't be read; delete it to make a new one")

func connectionOf(bank string) string { return strings.ToLower(bank) + "-va" }

// BankOptions are the demo's banks for the simulator.
func BankOptions(data string) (bankside.Options, error) {
	key, err := bankKey(data)
	if err != nil {
		return bankside.Options{}, err
	}

	opt := bankside.Options{Key: key, MootaCode: demoMoota}
	if opt.MootaSecret, err = Secret(data, demoMoota); err != nil {
		return opt, fmt.Errorf("demo: %w", err)
	}

	for _, b := range demo.VirtualAccountBanks() {
		text, err := Secret(data, connectionOf(b.Bank))
		if err != nil {
			return opt, fmt.Errorf("demo: %w", err)
		}

		opt.Channels = append(opt.Channels, bankside.Channel{
			Bank: b.Bank, Prefix: b.Prefix, ClientID: "client-" + b.Bank, PartnerID: "partner-" + b.Bank, ClientSecret: text,
		})
	}

	shorts := map[string]string{"BBCA": "bca", "BMDR": "mandiri"}
	for _, a := range demo.BankAccounts() {
		opt.Accounts = append(opt.Accounts, bankside.Account{Bank: a.Bank, Short: shorts[a.Bank], AccountNo: a.AccountNo})
	}

	return opt, nil
}

// SimulatedBanks returns the settings for the demo's banks.
func SimulatedBanks(data string) ([]config.Bank, error) {
	opt, err := BankOptions(data)
	if err != nil {
		return nil, err
	}

	public, err := x509.MarshalPKIXPublicKey(&opt.Key.PublicKey)
	if err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}

	key := string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public}))
	hook := config.Bank{Code: demoMoota, Kind: config.KindMoota, Secret: opt.MootaSecret, Accounts: map[string]string{}}

	for _, a := range opt.Accounts {
		hook.Accounts[a.AccountNo] = a.Bank
	}

	out := []config.Bank{hook}
	for _, c := range opt.Channels {
		out = append(out, simulatedBank(c, key))
	}

	return out, nil
}

func simulatedBank(c bankside.Channel, key string) config.Bank {
	b := config.NewSnap(connectionOf(c.Bank), c.Bank)
	b.ClientID, b.PartnerID, b.ClientSecret, b.PublicKey = c.ClientID, c.PartnerID, c.ClientSecret, key

	return b
}

// ConnectBank tells the demo's bank the program's address, and what people can pay there.
func ConnectBank(a *app.App, simulators *simulate.Server) {
	simulators.Bank().Connect("http://"+a.Address(), func(ctx context.Context) (bankside.Payable, error) { return demo.Payable(ctx, a.DB) })
}
