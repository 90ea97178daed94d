package topup

import (
	"context"
	"fmt"
	"strings"

	"loket/internal/money/wallet"
	"loket/internal/platform/db"
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

// CreditRequest adds the money of a request to its wallet and takes the request off the list, both or neither. Above the limits of one person
// nothing is posted until another one approves; the approval takes the place of the request. A request is credited or closed once: who comes
// second gets fault.ErrNotFound. Other errors: fault.ErrValidation and those of wallet.Adjust.
func (s *Service) CreditRequest(ctx context.Context, in CreditRequestInput) (wallet.AdjustResult, error) {
	if strings.TrimSpace(in.Reason) == "" {
		return wallet.AdjustResult{}, errReason()
	}

	if in.Amount < 1 {
		return wallet.AdjustResult{}, fault.InvalidField("amount", msgAmountPositive.With(MaxAmount))
	}

	var made wallet.AdjustResult

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.deps.Clock.Now()

		client, t, err := closeRequestTx(ctx, tx, now, in.ID, in.Actor, in.Reason)
		if err != nil {
			return err
		}

		made, err = s.deps.Wallets.AdjustTx(ctx, tx, now, wallet.Adjustment{
			ClientID: client, Type: t, Action: wallet.Topup, Amount: in.Amount, Contra: wallet.Adjustments,
			Key: fmt.Sprintf("%s:%d", requestSubjectName, in.ID), SourceReference: in.Reference, Actor: in.Actor, Reason: in.Reason,
		})

		return err
	})
	if err != nil {
		return wallet.AdjustResult{}, fmt.Errorf("credit request %d: %w", in.ID, err)
	}

	return made, nil
}
