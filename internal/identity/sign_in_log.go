package identity

import (
	"context"
	"log/slog"

	"loket/internal/platform/fault"
)

// logSignIn logs how a sign-in ended. It names users only by id, because somebody may
// have typed a password as the name.
func (s *Service) logSignIn(ctx context.Context, c Credentials, who account, err error) {
	level, outcome := slog.LevelInfo, "ok"
	if err != nil {
		outcome = fault.From(err).Code
	}

	if fault.ErrThrottled.Is(err) {
		level = slog.LevelWarn
	}

	s.opt.Logger.LogAttrs(ctx, level, "sign-in", slog.String("outcome", outcome), slog.Int64("client", c.ClientID),
		slog.Int64("user", who.userID), slog.String("address", c.Address))
}
