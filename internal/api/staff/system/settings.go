package system

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
)

// RunningSetting is a setting with which the program was started.
type RunningSetting struct {
	Group    string `json:"group" example:"Limits"`
	Variable string `json:"variable" doc:"Of the environment; a flag of 'loket serve' has the same name" example:"LOKET_MAX_LOSS"`
	Help     string `json:"help" doc:"In English"`
	Value    string `json:"value" doc:"As it runs; empty: nothing is set" example:"500"`
	Source   string `json:"source" enum:"default,environment,flag" doc:"environment: also a file of settings"`
}

// RunningSettings are the settings that staff may read.
type RunningSettings struct {
	Data []RunningSetting `json:"data" nullable:"false" doc:"By group"`
}

func registerSettings(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-settings", Method: http.MethodGet, Path: "/staff/v1/settings", Summary: "Settings with which the program was started", Tag: tag,
		Description: "Of the node that answers; without secrets, addresses and what is about the machine. They change by a restart alone.",
		Access:      api.Needs(identity.JobManage), Client: api.AnyClient,
	}, func(context.Context, *portal.NoInput) (*portal.Body[RunningSettings], error) {
		return portal.Answer(RunningSettings{append([]RunningSetting{}, s.Settings...)}), nil
	})
}
