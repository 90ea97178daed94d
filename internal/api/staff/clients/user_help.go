package clients

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// UserHelpInput says why a user is helped.
type UserHelpInput struct {
	Reason string `json:"reason" maxLength:"500" example:"Called from the number on file"`
}

type helpUser struct {
	ClientPath

	UserID string `path:"userId" maxLength:"19" example:"12"`
	Body   UserHelpInput
}

func registerUserHelp(a *api.API, s Services) {
	for _, help := range []struct {
		id, path, summary, text string
		do                      func(ctx context.Context, by identity.By, u identity.User) error
	}{
		{"staff-unlock-user", "unlock", "Forget the failed tries of a user", "Sign-in and PIN are taken again at once. A PIN that 15 wrong tries disabled stays so until it is reset.", s.unlock},
		{"staff-end-user-sessions", "end-sessions", "Sign a user out everywhere", "", s.endSessions},
		{"staff-expire-user-password", "expire-password", "Have a user choose a new password", "At the next sign-in; the sessions end.", s.expirePassword},
		{"staff-reset-user-password", "reset-password", "Mail a user the link of a new password", "As 'Forgot Password' does: nobody else sees a password.", s.resetPassword},
		{"staff-cancel-factor-reset", "cancel-factor-reset", "Cancel the removal of a user's second factors", "Whoever started it; without one that waits it changes nothing.", s.cancelFactorReset},
		{"staff-reset-user-pin", "reset-pin", "Mail a user the link of a new PIN", "Nobody else reads it. Users who create no scheduled orders have none.", s.resetPIN},
	} {
		faults := []fault.Definition{fault.ErrNotFound, fault.ErrThrottled}
		if help.path == "reset-pin" {
			faults = append(faults, identity.ErrPINUseless)
		}

		api.Register(a, api.Operation{
			ID: help.id, Method: http.MethodPost, Path: "/staff/v1/clients/{id}/users/{userId}/" + help.path, Summary: help.summary, Description: help.text, Tag: tag,
			Access: api.Needs(identity.ClientUserHelp), Client: api.AnyClient, Faults: faults,
			Example: UserHelpInput{Reason: "Called from the number on file"},
		}, func(ctx context.Context, in *helpUser) (*portal.Body[portal.Empty], error) {
			c, err := s.find(ctx, in.client())
			if err != nil {
				return nil, err
			}

			u, err := s.Identity.UserByID(ctx, c.ID, portal.ParseID(in.UserID))
			if err != nil {
				return nil, err
			}

			return portal.EmptyAnswer(help.do(ctx, staff.By(ctx, in.Body.Reason), u))
		})
	}
}

func ref(u identity.User) identity.UserRef {
	return identity.UserRef{ClientID: u.ClientID, Username: u.Username}
}

func (s Services) unlock(ctx context.Context, by identity.By, u identity.User) error {
	return s.Changes.Unlock(ctx, by, ref(u))
}

func (s Services) endSessions(ctx context.Context, by identity.By, u identity.User) error {
	return s.Changes.EndSessions(ctx, by, ref(u))
}

func (s Services) cancelFactorReset(ctx context.Context, by identity.By, u identity.User) error {
	return s.Changes.CancelFactorReset(ctx, by, ref(u))
}

func (s Services) expirePassword(ctx context.Context, by identity.By, u identity.User) error {
	return s.Changes.ExpirePassword(ctx, by, ref(u))
}

func (s Services) resetPassword(ctx context.Context, by identity.By, u identity.User) error {
	return s.Changes.StartReset(ctx, by, u, language.English)
}

func (s Services) resetPIN(ctx context.Context, by identity.By, u identity.User) error {
	return s.Changes.ResetPIN(ctx, by, ref(u))
}
