package app

import (
	"errors"
	"fmt"

	"loket/internal/bank/moota"
	"loket/internal/bank/snap"
	"loket/internal/config"
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

	a.Inbox.Handle(inbox.Bank, inbox.Handler{InTurn: true, Apply: a.moota.Apply})

	return nil
}
