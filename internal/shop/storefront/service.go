package storefront

import (
	"context"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"time"

	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/file"
	"loket/internal/platform/job"
	"loket/internal/platform/mail"
	"loket/internal/platform/picture"
	"loket/internal/platform/required"
)

// Sales tells what clients sold: package order.
type Sales interface {
	// Sold counts the successful orders of a client's shop from a moment until before another, by product code.
	Sold(ctx context.Context, clientID int64, from, until time.Time) (map[string]int, error)
}

// Deps are the service's dependencies. Jobs and Mail may be nil: then nothing is swept and nobody is told.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Catalog  *catalog.Service
	Identity *identity.Service
	Log      *slog.Logger
	// These may be left out where shops only are read and priced: sales, pictures, jobs and mails need them.
	Orders Sales       `optional:"true"`
	Files  file.Store  `optional:"true"`
	Links  *file.Links `optional:"true"`
	Jobs   *job.Queue  `optional:"true"`
	Mail   mail.Sender `optional:"true"`
	// Screen is the address of the screen with the prices, PaymentScreen that with the payment link, for mails.
	Screen        func() string `optional:"true"`
	PaymentScreen func() string `optional:"true"`
}

// Options configure a Service.
type Options struct {
	// AllowLocal lets links lead to this machine, for the demo and for tests.
	AllowLocal bool
}

// Service has the use cases of shops.
type Service struct {
	deps Deps

	opt      Options
	pictures *picture.Decoder
	priced   *pricedClients
	sold     soldOrders
}

// NewService makes the service.
func NewService(deps Deps, opt Options) *Service {
	required.Fields(deps)

	s := &Service{deps: deps, opt: opt, pictures: picture.NewDecoder(), priced: newPricedClients()}
	s.registerJobs()

	return s
}

// By is who changes a shop.
type By struct {
	ClientID int64
	Actor    string // user:12
	Reason   string // of staff
	Address  string
	Name     string // of the user, for mails
	// Confirm proves that it is really this user, by the password. It is asked before shoppers' payments go elsewhere; without it
	// such a change is refused.
	Confirm func(ctx context.Context) error
}

// Get returns the shop of a client. Error: fault.ErrNotFound for a client without one.
func (s *Service) Get(ctx context.Context, clientID int64) (Shop, error) {
	return scan(s.deps.DB.Reader().QueryRow(ctx, shopQuery+"WHERE s.client_id = $1", clientID))
}

// Create makes the shop of a client. Creating it again with the same content returns what there is. Errors:
// fault.ErrValidation, ErrConflict for a client that has another one.
func (s *Service) Create(ctx context.Context, by By, in Input) (Shop, error) {
	content, err := Content{Theme: DefaultTheme(), Banners: []Banner{}, Popular: []string{}}.apply(in, s.opt.AllowLocal)
	if err != nil {
		return Shop{}, err
	}

	offered, err := s.Operators(ctx, by.ClientID)
	if err != nil {
		return Shop{}, err
	}

	var made Shop

	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		// Whether there is one is looked up under this lock.
		if err := tx.Lock(ctx, fmt.Sprintf("storefront/client/%d", by.ClientID)); err != nil {
			return err
		}

		made, err = scan(tx.QueryRow(ctx, shopQuery+"WHERE s.client_id = $1", by.ClientID))

		switch {
		case err == nil && reflect.DeepEqual(made.Content, content):
			return nil
		case err == nil:
			return ErrConflict.New()
		case !fault.ErrNotFound.Is(err):
			return err
		}

		if err := checkTx(ctx, tx, by.ClientID, offered, Content{}, content); err != nil {
			return err
		}

		made, err = s.insertTx(ctx, tx, by, content)

		return err
	})
	if err != nil {
		return Shop{}, fmt.Errorf("make the shop of client %d: %w", by.ClientID, err)
	}

	return made, nil
}

func (s *Service) insertTx(ctx context.Context, tx *db.Tx, by By, content Content) (Shop, error) {
	id, err := db.NextSequence(ctx, tx, "storefronts")
	if err != nil {
		return Shop{}, err
	}

	now := s.deps.Clock.Now()

	_, err = tx.Exec(ctx, "INSERT INTO storefronts (id, client_id, version, config, created_at, updated_at) VALUES ($1, $2, 1, $3, $4, $4)",
		id, by.ClientID, encode(content), clock.Micros(now))
	if err != nil {
		return Shop{}, err
	}

	return s.changedTx(ctx, tx, now, by, id, "storefront.create", map[string]any{"paymentLink": content.PaymentLink})
}

// AnyVersion is the version of a change whose author doesn't say what they saw: the last one wins.
const AnyVersion = 0

// Change changes what is edited. It names the version that its author saw. While the shop is published, shoppers see the change
// at once, so it must stay complete. A change that changes nothing keeps the version. Errors: fault.ErrValidation,
// fault.ErrNotFound, ErrConflict for another version, those of By.Confirm for another payment link.
//
// AnyVersion in place of the version replaces whatever stands.
func (s *Service) Change(ctx context.Context, by By, id, version int64, in Input) (Shop, error) {
	return s.change(ctx, by, id, func(shop Shop) (Content, error) {
		content, err := shop.Content.apply(in, s.opt.AllowLocal)
		if err == nil && version != AnyVersion && shop.Version != version && !reflect.DeepEqual(content, shop.Content) {
			return Content{}, ErrConflict.New()
		}

		return content, err
	})
}

// SetPopular adds an operator to the popular ones, or takes it away. Errors: fault.ErrValidation, fault.ErrNotFound.
func (s *Service) SetPopular(ctx context.Context, by By, operator string, popular bool) (Shop, error) {
	shop, err := s.Get(ctx, by.ClientID)
	if err != nil {
		return Shop{}, err
	}

	return s.change(ctx, by, shop.ID, func(shop Shop) (Content, error) {
		list := slices.DeleteFunc(slices.Clone(shop.Content.Popular), func(code string) bool { return code == operator })
		if popular {
			list = append(list, operator)
		}

		return shop.Content.apply(Input{Popular: &list}, s.opt.AllowLocal)
	})
}

// change stores what edit makes of the locked shop.
func (s *Service) change(ctx context.Context, by By, id int64, edit func(shop Shop) (Content, error)) (Shop, error) {
	offered, err := s.Operators(ctx, by.ClientID)
	if err != nil {
		return Shop{}, err
	}

	changed, err := s.changeOnce(ctx, by, id, offered, false, edit)
	if errNeedsPassword(err) && by.Confirm != nil {
		// The password is compared outside of the transaction, since that takes a while, and only when the change needs it.
		if err := by.Confirm(ctx); err != nil {
			return Shop{}, err
		}

		changed, err = s.changeOnce(ctx, by, id, offered, true, edit)
	}

	if err != nil {
		return Shop{}, fmt.Errorf("change the shop of client %d: %w", by.ClientID, err)
	}

	return changed, nil
}

// changeOnce is change with or without the user's password. Error: identity.ErrPasswordNeeded for a change that needs it.
func (s *Service) changeOnce(ctx context.Context, by By, id int64, offered []catalog.Operator, confirmed bool, edit func(shop Shop) (Content, error)) (Shop, error) {
	var changed Shop

	return changed, s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		shop, err := lockTx(ctx, tx, by.ClientID, id)
		if err != nil {
			return err
		}

		content, err := edit(shop)
		if err != nil {
			return err
		}

		if reflect.DeepEqual(content, shop.Content) {
			changed = shop

			return nil
		}

		if err := checkTx(ctx, tx, by.ClientID, offered, shop.Content, content); err != nil {
			return err
		}

		if err := s.stillPublishable(shop, content); err != nil {
			return err
		}

		redirects := shop.redirectsPayments(content)
		if redirects && !confirmed {
			return identity.ErrPasswordNeeded.New()
		}

		now := s.deps.Clock.Now()

		_, err = tx.Exec(ctx, `UPDATE storefronts SET config = $1, version = version + 1, updated_at = $2,
			published = CASE WHEN is_published THEN $1 ELSE published END WHERE id = $3`, encode(content), clock.Micros(now), id)
		if err != nil {
			return err
		}

		detail := map[string]any{"version": shop.Version + 1, "published": shop.IsPublished}
		if content.PaymentLink != shop.Content.PaymentLink {
			detail["paymentLink"] = map[string]string{"before": shop.Content.PaymentLink, "after": content.PaymentLink}
		}

		if changed, err = s.changedTx(ctx, tx, now, by, id, "storefront.change", detail); err != nil || !redirects {
			return err
		}

		return s.tellRedirectTx(ctx, tx, now, by, shop.Content.PaymentLink, content.PaymentLink)
	})
}

// stillPublishable refuses a change after which a published shop could not be published. A theme from before its texts were checked may stay
// until it is changed.
func (s *Service) stillPublishable(shop Shop, to Content) error {
	if !shop.IsPublished {
		return nil
	}

	if err := to.complete(s.opt.AllowLocal); err != nil {
		return err
	}

	if unreadable := to.Theme.readable(); len(unreadable) > 0 && !reflect.DeepEqual(to.Theme, shop.Content.Theme) {
		return fault.ErrValidation.With(unreadable...)
	}

	return nil
}

// Publish shows the shop to shoppers as it is edited now, or hides it. Doing it again changes nothing. Errors:
// fault.ErrValidation with what is missing, fault.ErrNotFound.
func (s *Service) Publish(ctx context.Context, by By, id int64, publish bool) (Shop, error) {
	var changed Shop

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		shop, err := lockTx(ctx, tx, by.ClientID, id)
		if err != nil {
			return err
		}

		if shop.IsPublished == publish {
			changed = shop

			return nil
		}

		now, action := s.deps.Clock.Now(), "storefront.unpublish"

		if publish {
			if err := shop.Content.complete(s.opt.AllowLocal); err != nil {
				return err
			}

			if unreadable := shop.Content.Theme.readable(); len(unreadable) > 0 {
				return fault.ErrValidation.With(unreadable...)
			}

			action = "storefront.publish"
			_, err = tx.Exec(ctx, `UPDATE storefronts SET is_published = TRUE, published = config, published_at = $1, version = version + 1,
				updated_at = $1 WHERE id = $2`, clock.Micros(now), id)
		} else {
			_, err = tx.Exec(ctx, "UPDATE storefronts SET is_published = FALSE, version = version + 1, updated_at = $1 WHERE id = $2",
				clock.Micros(now), id)
		}

		if err != nil {
			return err
		}

		changed, err = s.changedTx(ctx, tx, now, by, id, action, nil)

		return err
	})
	if err != nil {
		return Shop{}, fmt.Errorf("publish the shop of client %d: %w", by.ClientID, err)
	}

	return changed, nil
}

// checkTx refuses pictures that the client doesn't have, and operators that the shop doesn't offer. One that was popular before
// may stay when it is offered no more.
func checkTx(ctx context.Context, tx *db.Tx, clientID int64, offered []catalog.Operator, before, c Content) error {
	fields := []fault.Field{}

	for i, code := range c.Popular {
		if !slices.Contains(before.Popular, code) && !slices.ContainsFunc(offered, func(o catalog.Operator) bool { return o.Code == code }) {
			fields = append(fields, fault.Field{Field: fmt.Sprintf("topOperators[%d]", i), Message: msgOperator})
		}
	}

	known, err := knownImagesTx(ctx, tx, clientID, c.images())
	if err != nil {
		return err
	}

	if c.Logo != "" && !known[c.Logo] {
		fields = append(fields, fault.Field{Field: "logoImageKey", Message: msgImage})
	}

	for i, b := range c.Banners {
		if b.Image != "" && !known[b.Image] {
			fields = append(fields, fault.Field{Field: fmt.Sprintf("banners[%d].image_key", i), Message: msgImage})
		}
	}

	if len(fields) > 0 {
		return fault.ErrValidation.With(fields...)
	}

	return nil
}

// changedTx notes which pictures are in use, writes the audit row, and returns the shop as it is now.
func (s *Service) changedTx(ctx context.Context, tx *db.Tx, now time.Time, by By, id int64, action string, detail map[string]any) (Shop, error) {
	shop, err := scan(tx.QueryRow(ctx, shopQuery+"WHERE s.id = $1", id))
	if err != nil {
		return Shop{}, err
	}

	if err := markImagesTx(ctx, tx, now, shop); err != nil {
		return Shop{}, err
	}

	err = audit.Write(ctx, tx, now, audit.Entry{
		Actor: by.Actor, Client: by.ClientID, Action: action, Subject: fmt.Sprintf("storefront:%d", id), Reason: by.Reason, Detail: detail,
		Address: by.Address,
	})

	return shop, err
}
