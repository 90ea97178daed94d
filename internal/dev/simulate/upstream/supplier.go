package upstream

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/money"
)

var errNotTaken = errors.New("notice was not accepted")

// Supplier is one simulated supplier.
type Supplier struct {
	account   Account
	protocol  protocol
	products  map[string]Product
	suppliers *Suppliers
	book      *Book
	courier   *courier
	client    *http.Client
	clock     clock.Clock
	zone      *time.Location
	logger    *slog.Logger

	mu       sync.Mutex // one decision at a time, so that a reference is executed once
	settings FaultSettings
	webhook  string
	spent    money.Rupiah
	asked    map[string]int
	told     map[string]bool
	listed   map[string]time.Time
}

func newSupplier(suppliers *Suppliers, account Account, zone *time.Location, opts Options) *Supplier {
	if account.Balance == 0 {
		account.Balance = DefaultBalance
	}

	s := &Supplier{
		account:   account,
		protocol:  account.Protocol.server(),
		products:  make(map[string]Product, len(account.Products)),
		suppliers: suppliers,
		book:      suppliers.book,
		courier:   suppliers.courier,
		client:    suppliers.client,
		clock:     opts.Clock,
		zone:      zone,
		logger:    opts.Logger,
		settings:  account.FaultSettings,
		webhook:   account.WebhookURL,
		asked:     map[string]int{},
		told:      map[string]bool{},
		listed:    map[string]time.Time{},
	}

	for _, product := range account.Products {
		s.products[product.SKU] = product
	}

	s.resume()

	return s
}

// resume continues what a stop or a kill interrupted.
func (s *Supplier) resume() {
	s.book.each(s.account.Name, func(r record) {
		if r.Executed {
			s.spent += r.Price
		}

		switch {
		case r.Status == statusPending:
			s.endLater(r)
		case r.Owed:
			s.owe(r, 0)
		}
	})
}

// FaultSettings as they stand.
func (s *Supplier) FaultSettings() FaultSettings {
	s.mu.Lock()
	defer s.mu.Unlock()

	return s.settings
}

// SetFaultSettings replaces all settings. A purchase that is pending keeps its plan.
func (s *Supplier) SetFaultSettings(settings FaultSettings) {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.settings = settings
}

// ResetFaultSettings restores the settings of the account.
func (s *Supplier) ResetFaultSettings() { s.SetFaultSettings(s.account.FaultSettings) }

// ChangeFaultSettings changes the settings that a form names and leaves the others. With an
// unreadable value (ErrFaultSetting) all stay.
func (s *Supplier) ChangeFaultSettings(form url.Values) error {
	s.mu.Lock()
	defer s.mu.Unlock()

	changed, err := s.settings.Apply(form)
	if err != nil {
		return err
	}

	s.settings = changed

	return nil
}

// SetWebhookURL says where notices go from now on; "" stops them.
func (s *Supplier) SetWebhookURL(target string) {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.webhook = target
}

func (s *Supplier) webhookURL() string {
	s.mu.Lock()
	defer s.mu.Unlock()

	return s.webhook
}

// Balance is what is left of the deposit.
func (s *Supplier) Balance() money.Rupiah {
	s.mu.Lock()
	defer s.mu.Unlock()

	return s.balance()
}

// balance needs the lock.
func (s *Supplier) balance() money.Rupiah { return s.account.Balance - s.spent }

// product finds what is on sale under a code; without a list everything is.
func (s *Supplier) product(sku string, postpaid bool) (Product, bool) {
	if len(s.products) == 0 {
		return Product{SKU: sku, Name: sku, Postpaid: postpaid, Price: guessPrice(sku)}, true
	}

	p, ok := s.products[sku]

	return p, ok && !p.Off && p.Postpaid == postpaid
}

// productOf is the product of a purchase, also of one that is not sold any more.
func (s *Supplier) productOf(r record) Product {
	product := s.products[r.SKUCode]
	product.SKU = r.SKUCode

	return product
}

// endLater ends a pending purchase when its time has come.
func (s *Supplier) endLater(r record) {
	s.courier.runLater(time.Until(r.DueAt), func(ctx context.Context) { s.end(ctx, r.RefID) })
}

// EndPending ends at once what is pending for a destination, as it would end at its time.
func (s *Supplier) EndPending(destination string) {
	s.book.each(s.account.Name, func(r record) {
		if r.Status == statusPending && r.CustomerNo == destination {
			s.courier.runLater(0, func(ctx context.Context) { s.end(ctx, r.RefID) })
		}
	})
}

func (s *Supplier) end(ctx context.Context, ref string) {
	s.mu.Lock()
	r, ok := s.book.find(s.account.Name, ref)
	settings := s.settings

	if !ok || r.Status != statusPending {
		s.mu.Unlock()

		return // a status query has ended it already
	}

	s.finish(&r)
	_, notifies := s.protocol.notice(s, r, variantTruth)
	r.Owed = notifies && !settings.NoCallbacks && s.webhook != ""
	err := s.book.save(r)
	s.mu.Unlock()

	if err == nil {
		err = s.book.sync()
	}

	if err != nil {
		s.logger.ErrorContext(ctx, "could not write the book", "supplier", s.account.Name, "error", err)

		return
	}

	if !r.Owed {
		return
	}

	var wait time.Duration
	if settings.Chaos.Enabled() && settings.Chaos.plan(s.account.Name, ref).late {
		wait = settings.Chaos.lateBy()
	}

	s.owe(r, wait)
}

// acceptNotice stores that the true notice was accepted. After a kill before that it is sent once more,
// as real suppliers do.
func (s *Supplier) acceptNotice(ref string) {
	s.mu.Lock()

	r, ok := s.book.find(s.account.Name, ref)
	if ok && r.Owed {
		r.Owed = false

		if err := s.book.save(r); err != nil {
			s.logger.Error("could not write the book", "supplier", s.account.Name, "error", err)
		}
	}
	s.mu.Unlock()

	if ok {
		s.truthTold(r)
	}
}
