package upstream

import (
	"errors"
	"net/url"
	"path"
	"strings"
	"time"
)

// ErrFaultSetting says that a fault setting has a value that is not allowed.
var ErrFaultSetting = errors.New("fault setting")

// Defaults of the settings.
const (
	DefaultCallbackAfter   = 3 * time.Second
	DefaultHang            = 10 * time.Second
	DefaultContradictAfter = 2 * time.Second
	defaultLateBy          = 5 * time.Second

	percent = 100
)

// FaultSettings are the faults of one supplier. They can be changed while it runs.
type FaultSettings struct {
	// Down: every call is answered with 503.
	Down bool
	// Delay before every answer, after the work is done.
	Delay time.Duration
	// Hang is how long a time-out keeps the connection open before it cuts it.
	// 0 takes DefaultHang; below 0 cuts at once, which is as unknown and faster.
	Hang time.Duration
	// EmptyBalance: new purchases are refused with 44.
	EmptyBalance bool
	// OutOfStock are patterns (path.Match) of product codes refused with 68 before
	// anything is created, so that orders fail over.
	OutOfStock []string
	// RefuseSuffix: destinations that end so are refused with 68 as well.
	RefuseSuffix string
	// RefuseCode: every new purchase is refused with this code.
	RefuseCode string
	// CallbackAfter is how long a pending purchase takes; 0 takes DefaultCallbackAfter.
	CallbackAfter time.Duration
	// NoCallbacks: pending purchases end silently, one has to ask.
	NoCallbacks bool
	// PriceListEvery is how often a whole list may be read; below 0 always. 0 takes
	// the real supplier's 5 minutes.
	PriceListEvery time.Duration
	// Chaos replaces the rule of the last digit while any of its shares is above 0.
	Chaos Chaos
}

// Chaos spreads faults over purchases. Shares are in percent; what happens to a
// reference depends on the seed, the supplier and the reference alone.
type Chaos struct {
	Seed uint64
	// What the first send meets. These exclude each other; what is left is answered at once.
	TimeoutAfter  int // executed, but no answer
	TimeoutBefore int // not executed, no answer
	ServerError   int // 500; half of them executed
	Malformed     int // executed, but the answer is unreadable or contradictory
	Pending       int // pending first, then a notice
	// How purchases end.
	Refused int // refused with 68 before creation
	Failed  int // created, then failed
	// AskAgain: questions that are not answered either.
	AskAgain int
	// Notices beside the true one.
	Duplicate     int // the true notice three times
	Late          int // the true notice much later
	Contradictory int // rightly signed, but the opposite, after the truth was told
	Forged        int // the opposite, wrongly signed, before the truth
	Stray         int // rightly signed, about a reference that never was
	// LateBy is added to late notices; 0 means 5 s.
	LateBy time.Duration
	// ContradictAfter is the time from the truth to its opposite; 0 takes
	// DefaultContradictAfter. Shorter than a commit takes, it would be a supplier
	// that lies before the truth is known, which no customer can see through.
	ContradictAfter time.Duration
}

// Enabled says whether chaos rules instead of the last digits.
func (c *Chaos) Enabled() bool {
	for _, share := range c.shares() {
		if *share.value > 0 {
			return true
		}
	}

	return false
}

// NamedShare is one share of the chaos, for a page that shows them all.
type NamedShare struct {
	Name  string
	Value int
}

// Named are the shares in a fixed order.
func (c *Chaos) Named() []NamedShare {
	shares := c.shares()
	named := make([]NamedShare, 0, len(shares))

	for _, each := range shares {
		named = append(named, NamedShare{each.name, *each.value})
	}

	return named
}

type share struct {
	name  string
	value *int
}

func (c *Chaos) shares() []share {
	return []share{
		{"timeoutAfter", &c.TimeoutAfter},
		{"timeoutBefore", &c.TimeoutBefore},
		{"serverError", &c.ServerError},
		{"malformed", &c.Malformed},
		{"pending", &c.Pending},
		{"refused", &c.Refused},
		{"failed", &c.Failed},
		{"askAgain", &c.AskAgain},
		{"duplicate", &c.Duplicate},
		{"late", &c.Late},
		{"contradictory", &c.Contradictory},
		{"forged", &c.Forged},
		{"stray", &c.Stray},
	}
}

func (f FaultSettings) hang() time.Duration { return orDefault(f.Hang, DefaultHang) }
func (f FaultSettings) callbackAfter() time.Duration {
	return orDefault(f.CallbackAfter, DefaultCallbackAfter)
}
func (c *Chaos) lateBy() time.Duration { return orDefault(c.LateBy, defaultLateBy) }
func (c *Chaos) contradictAfter() time.Duration {
	return orDefault(c.ContradictAfter, DefaultContradictAfter)
}

func orDefault(value, standard time.Duration) time.Duration {
	if value == 0 {
		return standard
	}

	return max(value, 0)
}

func (f FaultSettings) outOfStock(sku string) bool {
	for _, pattern := range f.OutOfStock {
		if ok, err := path.Match(pattern, sku); err == nil && ok {
			return true
		}
	}

	return false
}

// Apply changes the settings that a form names and leaves the others.
func (f FaultSettings) Apply(form url.Values) (FaultSettings, error) {
	err := setSeed(form, &f.Chaos.Seed)

	if form.Has("outOfStock") {
		f.OutOfStock = strings.Fields(form.Get("outOfStock"))
	}

	if form.Has("refuseSuffix") {
		f.RefuseSuffix = strings.TrimSpace(form.Get("refuseSuffix"))
	}

	if form.Has("refuseCode") {
		f.RefuseCode = strings.TrimSpace(form.Get("refuseCode"))
	}

	for name, target := range map[string]*bool{"down": &f.Down, "emptyBalance": &f.EmptyBalance, "noCallbacks": &f.NoCallbacks} {
		err = errors.Join(err, setBool(form, name, target))
	}

	for name, target := range map[string]*time.Duration{
		"delay": &f.Delay, "hang": &f.Hang, "callbackAfter": &f.CallbackAfter, "priceListEvery": &f.PriceListEvery,
		"lateBy": &f.Chaos.LateBy, "contradictAfter": &f.Chaos.ContradictAfter,
	} {
		err = errors.Join(err, setDuration(form, name, target))
	}

	for _, each := range f.Chaos.shares() {
		err = errors.Join(err, setShare(form, each.name, each.value))
	}

	return f, err
}
