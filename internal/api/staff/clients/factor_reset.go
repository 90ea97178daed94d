package clients

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/identity"
	staffs "loket/internal/identity/staff"
	"loket/internal/platform/fault"
)

// FactorResetInput asks for the removal of the second factors of a user who lost them.
type FactorResetInput struct {
	Evidence string `json:"evidence" maxLength:"500" doc:"What proved who asks; who decides reads it" example:"Identity card of the owner, compared in a video call"`
	Reason   string `json:"reason" maxLength:"500"`
}

type resetFactors struct {
	ClientPath

	UserID string `path:"userId" maxLength:"19" example:"12"`
	Body   FactorResetInput
}

func registerFactorReset(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-reset-user-factors", Method: http.MethodPost, Path: "/staff/v1/clients/{id}/users/{userId}/reset-factors", Tag: tag,
		Summary: "Ask for the removal of the second factors of a client's only root user",
		Description: "Other users are helped by a root user of their client. A second person decides. Then 72 hours pass, in which the link in the user's mail, or staff, can cancel it; the finance address is told, too. " +
			"While a request about the user waits, it is answered again.",
		Access: api.Needs(identity.ClientUserHelp), Client: api.AnyClient, StepUp: true, Status: http.StatusAccepted,
		Faults:  []fault.Definition{fault.ErrNotFound, identity.ErrFactorReset},
		Example: FactorResetInput{Evidence: "Identity card of the owner, compared in a video call", Reason: "Phone lost, ticket 321"},
	}, func(ctx context.Context, in *resetFactors) (*portal.Body[staff.Waiting], error) {
		c, err := s.find(ctx, in.client())
		if err != nil {
			return nil, err
		}

		asked, err := s.Changes.AskFactorReset(ctx, staff.By(ctx, in.Body.Reason), staffs.NewFactorReset{
			ClientID: c.ID, UserID: portal.ParseID(in.UserID), Evidence: in.Body.Evidence,
		})
		if err != nil {
			return nil, err
		}

		return portal.Answer(staff.Waiting{ApprovalID: portal.FormatID(asked.ID)}), nil
	})
}
