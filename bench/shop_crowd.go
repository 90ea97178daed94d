package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Of the crowd in a shop while the client's own system places orders.
const (
	crowd         = 2_000 // pages a second
	crowdWires    = 64
	crowdedOrders = 50 // a second
	crowdLength   = 6 * time.Second
	orderBeside   = 1.5 // p99 of orders beside the same without a crowd

	mainKey = "lk_demo_1001" // of the demo
)

// crowdedShop measures how long the orders of the client API take while a crowd reads the shop's pages, beside the same without it.
func crowdedShop(ctx context.Context, b *bench, host string) error {
	calm, crowded := []float64{}, []float64{}

	for round := range max(b.rounds, 1) {
		alone, err := ordersOfKey(ctx, host, fmt.Sprint("calm-", round), over(crowdLength))
		if err != nil {
			return err
		}

		pages := make(chan error, 1)

		go func() {
			_, err := pacedAt(ctx, host, "", "Accept-Encoding: gzip\r\n", crowdWires, crowd, over(crowdLength), func(w *wire, _, n int) error {
				return expect(http.StatusOK)(w.call(http.MethodGet, []string{"/majujaya", "/majujaya/MLBB"}[n%2], nil))
			})
			pages <- err
		}()

		beside, err := ordersOfKey(ctx, host, fmt.Sprint("crowded-", round), over(crowdLength))
		if err := errors.Join(err, <-pages); err != nil {
			return err
		}

		calm, crowded = append(calm, milliseconds(alone.p99)), append(crowded, milliseconds(beside.p99))
	}

	r := result{Name: "shop-crowd-orders-p99", Value: median(crowded), Unit: "ms", Better: lower, Beside: "without the crowd", BesideValue: median(calm)}
	b.add(r, orderBeside)

	return nil
}

// over is closed after a time.
func over(length time.Duration) <-chan struct{} {
	end := make(chan struct{})

	time.AfterFunc(length, func() { close(end) })

	return end
}

// ordersOfKey places orders of the demo's main client at a fixed rate.
func ordersOfKey(ctx context.Context, host, name string, until <-chan struct{}) (outcome, error) {
	return pacedAt(ctx, host, mainKey, "", listWires, crowdedOrders, until, func(w *wire, number, n int) error {
		body := fmt.Appendf(nil, `{"productCode":"TSEL10","destinationNo":"0812%02d%05d0","clientRef":"%s-%d-%d"}`, number, n, name, number, n)

		return expect(http.StatusCreated)(w.call(http.MethodPost, placePath, body))
	})
}
