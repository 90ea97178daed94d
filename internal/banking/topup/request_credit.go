package topup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"loket/internal/money/wallet"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// CreditRequestInput is what staff credit for a request.
type CreditRequestInput struct {
	ID        int64
	Amount    money.Rupiah // what was received
	Reference string       // what the client reads beside it; may be empty
	Actor     string
	Reason    string
}

// CreditRequest adds the money of a request to its wallet and takes the request off the list. Above the limits of one person nothing is posted
// until another one approves; the approval takes the place of the request. A request is credited once, whoever repeats it. Errors:
// fault.ErrValidation, fault.ErrNotFound for one that is not on the list, and those of wallet.Adjust.
func (s *Service) CreditRequest(ctx context.Context, in CreditRequestInput) (wallet.AdjustResult, error) {
	if strings.TrimSpace(in.Reason) == "" {
		return wallet.AdjustResult{}, errReason()
	}

	if in.Amount < 1 {
		return wallet.AdjustResult{}, fault.InvalidField("amount", msgAmountPositive.With(MaxAmount))
	}

	a := wallet.Adjustment{
		Action: wallet.Topup, Amount: in.Amount, Contra: wallet.Adjustments, Key: fmt.Sprintf("%s:%d", requestSubjectName, in.ID),
		SourceReference: in.Reference, Actor: in.Actor, Reason: in.Reason,
	}

	err := s.deps.DB.Reader().QueryRow(ctx, "SELECT client_id, wallet_type FROM topup_requests WHERE id = $1 AND closed_at IS NULL", in.ID).
		Scan(&a.ClientID, &a.Type)
	if errors.Is(err, sql.ErrNoRows) {
		return wallet.AdjustResult{}, fault.ErrNotFound.New()
	}

	if err != nil {
		return wallet.AdjustResult{}, fmt.Errorf("read request %d: %w", in.ID, err)
	}

	made, err := s.deps.Wallets.Adjust(ctx, a)
	if err != nil {
		return made, err
	}

	// If this fails, the same call takes it off: by its key nothing is credited or asked for again.
	return made, s.CloseRequest(ctx, in.ID, in.Actor, in.Reason)
}
