package main

import (
	"strconv"

	"loket/internal/orders/order"
)

const (
	midPage  = 100
	deepPage = 1000
)

// list is one kind of page. Making its query is not part of the measured time.
type list struct {
	name  string
	query func(r *reading) order.Query
	goal  float64 // times page 1 by primary key; 0 is none
	rows  int     // least number of rows that must come
}

// lists are the pages that Order History shows.
func lists() []list {
	const near, jump = 1.5, 10

	return []list{
		{"first", (*reading).page, near, order.PageSize},
		{"next-100", beside(midPage, false), near, order.PageSize},
		{"next-1000", beside(deepPage, false), near, order.PageSize},
		{"previous-100", beside(midPage, true), near, order.PageSize},
		{"previous-1000", beside(deepPage, true), near, order.PageSize},
		{"jump-100", jumpTo(midPage), jump, order.PageSize},
		{"jump-1000", jumpTo(deepPage), jump, order.PageSize},
		{"search-id", search("#", byID), near, 1},
		{"search-ref", search("!", byRef), near, 1},
		{"search-number", search("$", byNumber), near, 0},
		{"search-any-id", search("", byID), near, 1},
		{"search-any-ref", search("", byRef), near, 1},
		{"search-any-number", search("", byNumber), near, 0},
		{"search-nothing", search("", func(*reading) string { return "nothing has this name" }), near, 0},
		{"status-failed", withStatus(order.Failed), 0, order.PageSize},
		{"status-pending", withStatus(order.Pending), 0, order.PageSize},
		{"small-first", small((*reading).page), near, order.PageSize},
		{"small-status-failed", small(withStatus(order.Failed)), 0, 1},
	}
}

func (r *reading) page() order.Query {
	s := r.days[r.random.IntN(len(r.days))]

	return order.Query{ClientID: firstUser, Zone: zone(), Page: 1, From: &s.from, To: &s.to}
}

// beside is the page next to page n, read by its cursor as the pager's arrows do.
func beside(n int, newer bool) func(*reading) order.Query {
	return func(r *reading) order.Query {
		s := r.days[r.random.IntN(len(r.days))]
		at := (n - 1) * order.PageSize
		q := order.Query{ClientID: firstUser, Zone: zone(), Page: n, From: &s.from, To: &s.to}

		if newer {
			q.After = s.orders[at].id
		} else {
			q.Before = s.orders[at-1].id
		}

		return q
	}
}

// jumpTo is page n without a cursor.
func jumpTo(n int) func(*reading) order.Query {
	return func(r *reading) order.Query {
		q := r.page()
		q.Page = n

		return q
	}
}

func withStatus(status order.Status) func(*reading) order.Query {
	return func(r *reading) order.Query {
		q := r.page()
		q.Status = status

		return q
	}
}

// small makes the same query for a client with few orders.
func small(query func(*reading) order.Query) func(*reading) order.Query {
	return func(r *reading) order.Query {
		q := query(r)
		q.ClientID = firstUser + smallOf

		return q
	}
}

func search(sign string, text func(*reading) string) func(*reading) order.Query {
	return func(r *reading) order.Query {
		return order.Query{ClientID: firstUser, Zone: zone(), Page: 1, Filter: order.Filter{Search: sign + text(r)}}
	}
}

func (r *reading) any() orderNames {
	s := r.days[r.random.IntN(len(r.days))]

	return s.orders[r.random.IntN(len(s.orders))]
}

func byID(r *reading) string     { return strconv.FormatInt(r.any().id, 10) }
func byRef(r *reading) string    { return r.any().ref }
func byNumber(r *reading) string { return pastNumber(r.random.IntN(r.past.rows / perNumber)) }
