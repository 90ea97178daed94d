package upstream

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"loket/internal/dev/simulate/journal"
	"loket/internal/platform/money"
)

// StatusNone is the status of a request that was received and lost: nothing was executed or
// answered.
const StatusNone = "none"

// Entry is one public entry of the book. Executed means that the purchase was executed and
// charged, once. Drills compare our books with it.
type Entry struct {
	RefID      string       `json:"refId"`
	CustomerNo string       `json:"customerNo"`
	SKUCode    string       `json:"skuCode"`
	Executed   bool         `json:"executed"`
	Status     string       `json:"status"`
	At         time.Time    `json:"at"`
	Supplier   string       `json:"supplier"`
	Kind       string       `json:"kind"`
	Price      money.Rupiah `json:"price"`
	SN         string       `json:"sn,omitempty"`
}

// The kinds of an entry. A bill is first inquired, then paid, under one reference.
const (
	kindPrepaid = "prepaid"
	kindInquiry = "inquiry"
	kindBill    = "bill"
)

// record is an entry with the simulator's internal data.
type record struct {
	Entry

	RC     string       `json:"rc"`
	Amount money.Rupiah `json:"amount,omitempty"` // open amount
	Day    string       `json:"day,omitempty"`    // of the inquiry, in Asia/Jakarta
	Plan   savedPlan    `json:"plan"`
	DueAt  time.Time    `json:"dueAt,omitzero"` // when a pending one ends
	Owed   bool         `json:"owed,omitempty"` // its true notice has not arrived yet
	// Code is the protocol's own code of a failure, of documented test numbers.
	Code string `json:"code,omitempty"`
	// Handle is the supplier's own number of an inquiry, which its payment names.
	Handle string `json:"handle,omitempty"`
}

// savedPlan is the part of a plan that must survive a restart.
type savedPlan struct {
	Fails   bool `json:"fails,omitempty"`
	Pending bool `json:"pending,omitempty"`
	Strict  bool `json:"strict,omitempty"`
}

// Book is the durable book of all simulated suppliers: a file with one JSON record in each
// line. The last record of a reference counts.
type Book struct {
	journal *journal.Journal

	mu      sync.Mutex
	records map[bookKey]*record
	byRef   map[string][]*record
	handles map[bookKey]*record // by supplier and handle
	order   []*record
}

type bookKey struct{ supplier, ref string }

// OpenBook reads the book at path or begins it.
func OpenBook(path string) (*Book, error) {
	b := &Book{records: map[bookKey]*record{}, byRef: map[string][]*record{}, handles: map[bookKey]*record{}}

	j, err := journal.Open(path, b.load)
	if err != nil {
		return nil, fmt.Errorf("book: %w", err)
	}

	b.journal = j

	return b, nil
}

// Close writes what is pending.
func (b *Book) Close() error {
	if err := b.journal.Close(); err != nil {
		return fmt.Errorf("book: %w", err)
	}

	return nil
}

func (b *Book) load(line []byte) error {
	read := &record{}
	if err := json.Unmarshal(line, read); err != nil {
		return fmt.Errorf("record: %w", err)
	}

	b.put(read)

	return nil
}

func (b *Book) put(r *record) {
	key := bookKey{r.Supplier, r.RefID}
	known := b.records[key]

	if known != nil {
		*known = *r
		r = known
	}

	if r.Handle != "" {
		b.handles[bookKey{r.Supplier, r.Handle}] = r
	}

	if known != nil {
		return
	}

	b.records[key] = r
	b.byRef[r.RefID] = append(b.byRef[r.RefID], r)
	b.order = append(b.order, r)
}

// find gives a copy, so that nobody changes the book beside save.
func (b *Book) find(supplier, ref string) (record, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()

	known := b.records[bookKey{supplier, ref}]
	if known == nil {
		return record{}, false
	}

	return *known, true
}

// findHandle gives a copy of the record with a handle.
func (b *Book) findHandle(supplier, handle string) (record, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()

	known := b.handles[bookKey{supplier, handle}]
	if known == nil {
		return record{}, false
	}

	return *known, true
}

// save writes a record; it is durable once sync says so.
func (b *Book) save(r record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("book: %w", err)
	}

	b.mu.Lock()
	defer b.mu.Unlock()

	if _, err := b.journal.Append(line); err != nil {
		return fmt.Errorf("book: %w", err)
	}

	b.put(&r)

	return nil
}

// sync waits until everything saved so far is on disk. Answers are sent after it, so that a
// kill never loses what a customer was told.
func (b *Book) sync() error {
	if err := b.journal.Barrier(); err != nil {
		return fmt.Errorf("book: %w", err)
	}

	return nil
}

// each calls visit with a copy of every record of a supplier, oldest first.
func (b *Book) each(supplier string, visit func(record)) {
	b.mu.Lock()
	mine := make([]record, 0, len(b.order))

	for _, r := range b.order {
		if r.Supplier == supplier {
			mine = append(mine, *r)
		}
	}
	b.mu.Unlock()

	for _, r := range mine {
		visit(r)
	}
}

// Entries are the purchases and payments, newest first; inquiries are not among
// them, for they move nothing. ref "" is all.
func (b *Book) Entries(ref string) []Entry {
	b.mu.Lock()
	defer b.mu.Unlock()

	among := b.order
	if ref != "" {
		among = b.byRef[ref]
	}

	found := []Entry{}

	for _, r := range among {
		if r.Kind != kindInquiry {
			found = append(found, r.Entry)
		}
	}

	slices.Reverse(found)
	slices.SortStableFunc(found, func(a, b Entry) int { return cmp.Compare(b.At.UnixMicro(), a.At.UnixMicro()) })

	return found
}
