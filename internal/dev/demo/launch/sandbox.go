package launch

import (
	"context"
	"fmt"

	"loket/internal/app"
	"loket/internal/identity"
	"loket/internal/platform/audit"
)

// mainClient is the client whose sandbox the demo opens.
const mainClient = 1001

// SeedSandbox opens the sandbox of client 1001 with the key that documents name, unless it has that key.
func SeedSandbox(ctx context.Context, a *app.App) error {
	has, err := a.Identity.HasAPIKey(ctx, identity.DemoTestKey)
	if err != nil || has {
		return err
	}

	err = a.Sandbox.AddKnownKey(ctx, identity.By{Actor: audit.System, Reason: "demo"}, identity.NewKey{ClientID: mainClient, Key: identity.DemoTestKey})
	if err != nil {
		return fmt.Errorf("open the sandbox of the demo: %w", err)
	}

	return nil
}
