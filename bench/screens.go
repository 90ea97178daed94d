package main

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// Goals of 1.11, as shares of sign-in's own visit in the same run.
const (
	visitShare  = 1.3  // a first visit, and one with the browser's cache
	insideShare = 0.45 // of sign-in's first visit: from another page of the app
	shopShare   = 0.8  // of sign-in's: pages of a shop, whose visitors leave while one loads
)

const signInScreen = "sign in"

// screensFor returns the screens that a run by a name measures, as the script takes them; none is all. In a run of all suites some stand
// for all, since each visit takes seconds.
func screensFor(only, protocol string) []string {
	if only == "" {
		if strings.HasPrefix(protocol, "staff-") {
			return []string{"all-orders"}
		}

		return []string{"order-history", "deposit-first", "invoice", "connect-home"}
	}

	if name, one := strings.CutPrefix(only, "1.11-"+protocol+"-"); one {
		return []string{name}
	}

	return nil
}

// screenTimes is how long a screen took until its content was there, in ms.
type screenTimes struct {
	Name   string   `json:"name"`
	First  float64  `json:"first"`
	Again  float64  `json:"again"`
	Shop   bool     `json:"shop"`   // it is a page of a shop
	Inside *float64 `json:"inside"` // nil: it is not within the app
}

// screens measures 1.11: the screens of both apps on a slow phone, over HTTP/1.1 and over HTTP/2 through a proxy as a deployment has one. It needs the
// built program, Chromium and nginx. A run by name measures all screens: the dashboard's in
// about five minutes a round for each protocol, staff's in two.
func screens(ctx context.Context, b *bench) (err error) {
	if _, err := findProxy(); err != nil {
		return err
	}

	d, err := startDemo(ctx, b.binary)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.stop()) }()

	return errors.Join(
		screensOfApp(ctx, b, "", "http://"+d.host, "/external/", "dashboard"),
		screensOfApp(ctx, b, "staff-", strings.TrimSuffix(d.staff, "/"), "/", "staff", d.simulators),
	)
}

// screensOfApp measures the screens of one app over both protocols. More is what its script wants after the browser.
func screensOfApp(ctx context.Context, b *bench, prefix, address, path string, more ...string) (err error) {
	p, err := startProxy(ctx, strings.TrimPrefix(address, "http://"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()

	return errors.Join(
		screensOver(ctx, b, prefix+"http1", address+path, more...), screensOver(ctx, b, prefix+"http2", p.url+path, more...))
}

// screensOver measures the screens of the app at an address. Protocol is how its figures are called: the app, unless it is the dashboard,
// and the protocol.
func screensOver(ctx context.Context, b *bench, protocol, address string, more ...string) error {
	if !b.wants("1.11-"+protocol) && !strings.HasPrefix(b.only, "1.11-"+protocol) {
		return nil
	}

	args := slices.Concat([]string{address, browser()}, more, []string{"--"}, screensFor(b.only, protocol))

	firsts, seconds, insides := figures{}, figures{}, figures{}
	shares := map[string]float64{}
	names := []string{}

	for range b.rounds {
		var list []screenTimes
		if err := inBrowser(ctx, &list, "screens", args...); err != nil {
			return err
		}

		for _, v := range list {
			if v.Name != signInScreen && !slices.Contains(names, v.Name) {
				names = append(names, v.Name)
			}

			shares[v.Name] = visitShare
			if v.Shop {
				shares[v.Name] = shopShare
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
		r := result{Unit: "ms", Better: lower, Beside: "sign-in's first visit", BesideValue: first}
		r.Name, r.Value = screenFigure(protocol, name, "first"), median(firsts[name])
		b.add(r, shares[name])

		if len(insides[name]) > 0 {
			r.Name, r.Value = screenFigure(protocol, name, "inside"), median(insides[name])
			b.add(r, insideShare)
		}

		r.Beside, r.BesideValue = "sign-in's second visit", again
		r.Name, r.Value = screenFigure(protocol, name, "again"), median(seconds[name])
		b.add(r, shares[name])
	}

	return nil
}

func screenFigure(protocol, screen, kind string) string {
	plain := strings.NewReplacer(" ", "-", ",", "").Replace(strings.ToLower(screen))

	return "1.11-" + protocol + "-" + plain + "-" + kind
}
