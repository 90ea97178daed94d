package main

import (
	"time"

	"loket/internal/money/wallet"
	"loket/internal/platform/clock"
)

// depositList is one kind of page. Making its query is not part of the measured time.
type depositList struct {
	name  string
	query func(r *depositReading) wallet.HistoryQuery
	goal  float64 // times page 1 by primary key; 0 is none
	rows  int     // least number of rows that must come
}

// depositLists are the pages that the history of wallets shows: of one wallet, of all (all), of days (days).
func depositLists() []depositList {
	const near, jump, full = 1.5, 10, wallet.HistoryPageSize

	return []depositList{
		{"first", one(page(1)), near, full},
		{"next-100", one(after(midPage, false)), near, full},
		{"next-1000", one(after(deepPage, false)), near, full},
		{"previous-1000", one(after(deepPage, true)), near, full},
		{"jump-1000", one(page(deepPage)), jump, full},
		{"all-first", page(1), near, full},
		{"all-next-1000", after(deepPage, false), near, full},
		{"all-previous-1000", after(deepPage, true), near, full},
		{"all-jump-1000", page(deepPage), jump, full},
		{"days-first", one(days(page(1))), near, full},
		{"days-jump-1000", one(days(page(deepPage))), jump, full},
		{"search-order", one(byOrder), near, 1},
		{"search-reference", one(byReference), near, 1},
		{"search-nothing", one(byNothing), near, 0},
		{"all-search-order", byOrder, near, 1},
		{"all-search-reference", byReference, near, 1},
		{"operation", one(func(r *depositReading) wallet.HistoryQuery {
			q := page(1)(r)
			q.Action = wallet.TopupVA

			return q
		}), near, full},
	}
}

type depositQuery = func(r *depositReading) wallet.HistoryQuery

func page(n int) depositQuery {
	return func(*depositReading) wallet.HistoryQuery {
		return wallet.HistoryQuery{ClientID: firstUser, Zone: zone(), Page: n}
	}
}

// one is the query in the main wallet alone.
func one(query depositQuery) depositQuery {
	return func(r *depositReading) wallet.HistoryQuery {
		q := query(r)
		q.Type = wallet.Level1

		return q
	}
}

// after is the page next to page n of the main wallet, read by its cursor as the pager's arrows do.
func after(n int, newer bool) depositQuery {
	return func(r *depositReading) wallet.HistoryQuery {
		q := page(n)(r)
		at := wallet.RowID{WalletID: firstUser, Seq: r.past.wallets[firstUser].seq - int64(n*wallet.HistoryPageSize)}

		if newer {
			q.After = at
		} else {
			q.Before = at
		}

		return q
	}
}

// days is the query in two of the past days.
func days(query depositQuery) depositQuery {
	return func(r *depositReading) wallet.HistoryQuery {
		q := query(r)
		first := r.past.start.Add(time.Duration(r.past.random.Int64N(int64(r.past.end.Sub(r.past.start) - 2*day))))
		from, to := clock.DayOf(first.In(zone())), clock.DayOf(first.Add(day).In(zone()))
		q.Period = wallet.Period{From: &from, FromTime: new(clock.TimeOfDay(0)), To: &to}

		return q
	}
}

func byOrder(r *depositReading) wallet.HistoryQuery {
	return found(r, wallet.Search{OrderIDs: []int64{anyOf(r, r.past.payments)}})
}

func byReference(r *depositReading) wallet.HistoryQuery {
	return found(r, wallet.Search{Text: anyOf(r, r.past.topups)})
}

func byNothing(r *depositReading) wallet.HistoryQuery {
	return found(r, wallet.Search{Text: "nothing has this name"})
}

func found(r *depositReading, search wallet.Search) wallet.HistoryQuery {
	q := page(1)(r)
	q.Search = search

	return q
}

func anyOf[T any](r *depositReading, all []T) T { return all[r.past.random.IntN(len(all))] }
