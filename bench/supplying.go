package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"loket/internal/config"
	"loket/internal/supplier/digiflazz"
)

// supplying is the argument that makes this binary a supplier in a process of its own. It answers every purchase
// at once, by the protocol of Digiflazz.
const supplying = "supplying"

// failing is the end of the destinations whose purchase fails.
const failing = "2"

func supplyMain(ctx context.Context) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("supplier: %w", err)
	}

	server := &http.Server{Handler: http.HandlerFunc(supply), ReadHeaderTimeout: time.Minute}

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

func supply(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Reference string `json:"ref_id"`         //nolint:tagliatelle // names of the protocol
		SKU       string `json:"buyer_sku_code"` //nolint:tagliatelle // as above
		Customer  string `json:"customer_no"`    //nolint:tagliatelle // as above
	}

	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		w.WriteHeader(http.StatusBadRequest)

		return
	}

	status, code, serial := "Sukses", "00", "41002812345678"
	if strings.HasSuffix(in.Customer, failing) {
		status, code, serial = "Gagal", "02", ""
	}

	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"data":{"ref_id":%q,"customer_no":%q,"buyer_sku_code":%q,"message":"Transaksi %s","status":%q,"rc":%q,"sn":%q,"price":9800}}`,
		in.Reference, in.Customer, in.SKU, status, status, code, serial)
}

// callsUnderWay is the limit of the supplier: as many calls at a time.
const callsUnderWay = 64

func benchSuppliers(url string) []config.Supplier {
	if url == "" {
		return nil
	}

	return []config.Supplier{{Code: supplierCode, Kind: config.KindDigiflazz, BaseURL: url, Username: "u", Key: "k", Limit: callsUnderWay}}
}

func benchAdapter(url string) (*digiflazz.Client, error) {
	adapter, err := digiflazz.New(digiflazz.Config{BaseURL: url, Username: "u", Key: "k"})
	if err != nil {
		return nil, fmt.Errorf("adapter: %w", err)
	}

	return adapter, nil
}
