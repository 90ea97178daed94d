package main

import (
	"context"
	"errors"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
)

// Goals of 1.11, as shares of sign-in's own visit in the same run.
const (
	visitShare  = 1.3  // a first visit, and one with the browser's cache
	insideShare = 0.45 // of sign-in's first visit: from another page of the app
)

const signInScreen = "sign in"

// someScreens stand for all in a run of all suites, since each visit takes seconds.
func someScreens() []string {
	return []string{signInScreen, "Order History", "Deposit", "Invoice", "Connect home"}
}

// visited is how long a screen took until its content was there, in ms.
type visited struct {
	Name   string   `json:"name"`
	First  float64  `json:"first"`
	Again  float64  `json:"again"`
	Inside *float64 `json:"inside"` // nil: it is not within the app
}

// screens measures 1.11: the screens on a slow phone, over HTTP/1.1 and over HTTP/2 through a proxy as a deployment has one. It needs the
// built program and Chromium. A run by name measures all screens.
func screens(ctx context.Context, b *bench) (err error) {
	d, err := startDemo(ctx, b.binary)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.stop()) }()

	proxy := newProxy(d.host)
	defer proxy.Close()

	for name, address := range map[string]string{"http1": "http://" + d.host, "http2": proxy.URL} {
		if err := screensOver(ctx, b, name, address); err != nil {
			return err
		}
	}

	return nil
}

// newProxy ends TLS and speaks HTTP/2 to the browser.
func newProxy(host string) *httptest.Server {
	to := &url.URL{Scheme: "http", Host: host}

	proxy := httptest.NewUnstartedServer(&httputil.ReverseProxy{
		Rewrite:       func(r *httputil.ProxyRequest) { r.SetURL(to) },
		FlushInterval: -1, // of event streams
	})
	proxy.EnableHTTP2 = true
	proxy.StartTLS()

	return proxy
}

func screensOver(ctx context.Context, b *bench, protocol, address string) error {
	args := []string{address + "/external/", browser()}
	if b.only == "" {
		args = append(args, someScreens()...)
	}

	firsts, seconds, insides := figures{}, figures{}, figures{}
	names := []string{}

	for round := range b.rounds {
		var list []visited
		if err := inBrowser(ctx, &list, "screens", args...); err != nil {
			return err
		}

		for _, v := range list {
			if round == 0 {
				names = append(names, v.Name)
			}

			firsts.add(v.Name, v.First)
			seconds.add(v.Name, v.Again)

			if v.Inside != nil {
				insides.add(v.Name, *v.Inside)
			}
		}
	}

	first, again := median(firsts[signInScreen]), median(seconds[signInScreen])

	for _, name := range names {
		if name == signInScreen {
			continue
		}

		r := result{Unit: "ms", Better: lower, Beside: "sign-in's first visit", BesideValue: first}
		r.Name, r.Value = screenFigure(protocol, name, "first"), median(firsts[name])
		b.add(r, visitShare)

		if len(insides[name]) > 0 {
			r.Name, r.Value = screenFigure(protocol, name, "inside"), median(insides[name])
			b.add(r, insideShare)
		}

		r.Beside, r.BesideValue = "sign-in's second visit", again
		r.Name, r.Value = screenFigure(protocol, name, "again"), median(seconds[name])
		b.add(r, visitShare)
	}

	return nil
}

func screenFigure(protocol, screen, kind string) string {
	plain := strings.NewReplacer(" ", "-", ",", "").Replace(strings.ToLower(screen))

	return "1.11-" + protocol + "-" + plain + "-" + kind
}
