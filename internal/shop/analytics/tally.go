package analytics

// tally counts the events of a day, which come session by session.
type tally struct {
	sessions int64
	counts   map[countKey]int64

	open    bool  // a session is being read
	session int64 // its number
	// ways are the last steps of the session, by operator.
	ways map[string]way
}

type countKey struct {
	pair

	metric metric
}

// way is how far a session came with an operator.
type way struct {
	sku    string // of the last checkout, else the last that was chosen
	bought bool   // it was a checkout
}

func newTally() *tally { return &tally{counts: map[countKey]int64{}, ways: map[string]way{}} }

// add counts the next event. Events of a session come in the order of their numbers.
func (t *tally) add(e storedEvent) {
	if t.open && t.session != e.session {
		t.endSession()
	}

	t.open, t.session = true, e.session

	switch e.kind {
	case ComponentClick:
		t.counts[countKey{e.pair, componentClicks}]++
	case BannerClick:
		t.counts[countKey{e.pair, bannerClicks}]++
	case OperatorView:
		if _, known := t.ways[e.name]; !known {
			t.ways[e.name] = way{}
		}
	case ProductSelect:
		if !t.ways[e.name].bought {
			t.ways[e.name] = way{sku: e.value}
		}
	case Checkout:
		t.ways[e.name] = way{sku: e.value, bought: true}
	case PageView: // of the session alone
	}
}

// endSession counts each operator of the session once.
func (t *tally) endSession() {
	if !t.open {
		return
	}

	t.sessions++

	for operator, w := range t.ways {
		t.counts[countKey{pair{operator, ""}, views}]++

		switch {
		case w.bought:
			t.counts[countKey{pair{operator, w.sku}, checkouts}]++

			fallthrough
		case w.sku != "":
			t.counts[countKey{pair{operator, w.sku}, selects}]++
		default:
			t.counts[countKey{pair{operator, ""}, ignored}]++
		}
	}

	t.open = false
	clear(t.ways)
}
