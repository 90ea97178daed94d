package app

import (
	"context"
	"errors"
	"fmt"

	"loket/internal/banking/moota"
	"loket/internal/banking/snap"
	"loket/internal/banking/statement"
	"loket/internal/banking/topup"
	"loket/internal/config"
	"loket/internal/platform/db"
	"loket/internal/platform/inbox"
)

// banks are the settings of the connections to banks, by protocol.
func banks(list []config.Bank) (partners []snap.Partner, sources []moota.Source) {
	for _, b := range list {
		switch b.Kind {
		case config.KindSnap:
			partners = append(partners, snap.Partner{
				Code: b.Code, Bank: b.Bank, ClientID: b.ClientID, PartnerID: b.PartnerID, ClientSecret: b.ClientSecret, PublicKey: b.PublicKey,
				Signing: snap.Signing(b.Signing), Encoding: snap.Encoding(b.Encoding), BodyHash: snap.BodyHash(b.BodyHash),
				Window: b.Window, ChannelID: b.ChannelID,
			})
		case config.KindMoota:
			sources = append(sources, moota.Source{Code: b.Code, Secret: b.Secret, Accounts: b.Accounts})
		}
	}

	return partners, sources
}

// CheckBanks checks the settings of the connections to banks without starting anything.
func CheckBanks(list []config.Bank) error {
	partners, sources := banks(list)

	return errors.Join(snap.Check(partners), moota.Check(sources))
}

// errUnknownBank means that the settings name what is not in the database.
var errUnknownBank = errors.New("not in the database")

// KnownBanks returns an error for each bank or account of the settings that is not in the database.
func (a *App) KnownBanks(ctx context.Context, list []config.Bank) error {
	return knownBanks(ctx, a.DB.Reader(), list)
}

// CheckKnownBanks is KnownBanks without a program.
func CheckKnownBanks(ctx context.Context, where db.Options, list []config.Bank) error {
	d, err := db.Open(ctx, where)
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}

	return errors.Join(knownBanks(ctx, d.Reader(), list), d.Close())
}

func knownBanks(ctx context.Context, q db.Querier, list []config.Bank) error {
	found := []error{}
	need := func(what string, there bool, err error) error {
		if err == nil && !there {
			found = append(found, fmt.Errorf("%s: %w", what, errUnknownBank))
		}

		return err
	}

	for _, b := range list {
		if b.Kind == config.KindSnap {
			has, err := topup.HasChannel(ctx, q, b.Bank)
			if err = need(b.Code+": virtual accounts of "+b.Bank, has, err); err != nil {
				return err
			}
		}

		for number, bank := range b.Accounts {
			ours, err := topup.HasAccount(ctx, q, bank, number)
			if err = need(b.Code+": account "+number+" of "+bank, ours, err); err != nil {
				return err
			}
		}
	}

	return errors.Join(found...)
}

// buildBanks makes what banks call.
func (a *App) buildBanks() error {
	partners, sources := banks(a.opt.Banks)

	var err error

	if a.snap, err = snap.New(snap.Deps{DB: a.DB, Clock: a.Clock, TopUps: a.Topups, Inbox: a.Inbox, Jobs: a.Jobs}, a.opt.Config.TokenKey, partners); err != nil {
		return fmt.Errorf("banks: %w", err)
	}

	if a.moota, err = moota.New(a.Inbox, a.Topups, sources); err != nil {
		return fmt.Errorf("banks: %w", err)
	}

	a.Statements = statement.New(statement.Deps{
		DB: a.DB, Clock: a.Clock, Jobs: a.Jobs, Log: a.logger, Mail: a.Mail,
	}, a.opt.Config.StaffEmail)
	a.Inbox.Handle(inbox.Bank, inbox.Handler{InTurn: true, Apply: a.moota.Apply})

	return nil
}
