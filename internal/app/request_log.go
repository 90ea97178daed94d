package app

import (
	"loket/internal/api"
	"loket/internal/developer/requestlog"
)

func (a *App) buildRequestLog() {
	a.Requests = requestlog.NewService(requestlog.Deps{DB: a.DB, Clock: a.Clock, Jobs: a.Jobs, Log: a.logger},
		requestlog.Options{Off: !a.opt.Config.RequestLog})
}

// logKeyCall gives calls with API keys to their log; nil if the deployment keeps none.
func (a *App) logKeyCall() func(api.KeyCall) {
	if !a.opt.Config.RequestLog {
		return nil
	}

	return func(c api.KeyCall) {
		a.Requests.Add(requestlog.Request{
			ClientID: c.Principal.ClientID, At: a.Clock.Now().Add(-c.Took), Took: c.Took, RequestID: c.RequestID, KeyID: c.Principal.KeyID,
			KeyEnding: c.Principal.KeyEnding, Method: c.Method, Route: c.Route, Target: c.Target, Status: c.Status, Address: c.Address, Program: c.Program,
			Body: c.Body, BodyCut: c.BodyCut, Answer: c.Answer, AnswerCut: c.AnswerCut,
		})
	}
}
