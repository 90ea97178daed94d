package app

import (
	"context"
	"errors"
	"net"

	"loket/internal/api"
)

// listeners are the addresses that the program takes.
type listeners struct {
	callers, staff, admin net.Listener     // staff is nil where their portal is off
	certificate           *api.Certificate // nil: no TLS of its own
}

// close gives the addresses back.
func (l *listeners) close() error {
	errs := []error{}

	for _, listener := range []net.Listener{l.callers, l.staff, l.admin} {
		if listener != nil {
			errs = append(errs, listener.Close())
		}
	}

	return errors.Join(errs...)
}

// listen takes the addresses. Callers wait there until serve. After an error none is taken.
func (a *App) listen(ctx context.Context) (*listeners, error) {
	conf, l := a.opt.Config, &listeners{}

	if conf.TLSCert != "" {
		var err error
		if l.certificate, err = api.LoadCertificate(conf.TLSCert, conf.TLSKey, a.logger); err != nil {
			return nil, err
		}
	}

	for _, at := range []struct {
		address string
		into    *net.Listener
	}{{conf.Listen, &l.callers}, {conf.StaffListen, &l.staff}, {conf.AdminListen, &l.admin}} {
		if at.address == "" {
			continue
		}

		listener, err := api.Listen(ctx, at.address)
		if err != nil {
			return nil, errors.Join(err, l.close())
		}

		*at.into = listener
	}

	return l, nil
}

// serve answers those who wait.
func (a *App) serve(l *listeners) {
	opt := api.ServeOptions{Trusted: a.proxies, Certificate: l.certificate, Logger: a.logger}
	a.server = api.ServeOn(l.callers, a.api.Handler(), opt)

	address := a.server.Address()
	a.listens.Store(&address)

	if l.staff != nil {
		a.staff = api.ServeOn(l.staff, a.staffAPI.Handler(), opt)
	}

	a.admin = api.ServeOn(l.admin, a.adminHandler(), api.ServeOptions{Logger: a.logger})
}
