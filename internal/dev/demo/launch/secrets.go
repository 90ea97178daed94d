package launch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"loket/internal/config"
	"loket/internal/platform/ids"
	"loket/internal/platform/secret"
)

const (
	privateMode   = 0o600
	privateFolder = 0o700
)

// Secrets sets the secrets of the demo. They are made at its first start and kept in the
// data folder.
func Secrets(conf *config.Config) error {
	found := []error{}

	for name, into := range map[string]*secret.Text{"token-key": &conf.TokenKey, "pin-pepper": &conf.PINPepper} {
		if *into != "" {
			continue
		}

		var err error
		if *into, err = Secret(conf.Data, name); err != nil {
			found = append(found, err)
		}
	}

	return errors.Join(found...)
}

// Secret reads a secret of the demo from its data folder. It makes the secret on
// first use.
func Secret(folder, name string) (secret.Text, error) {
	path := filepath.Join(folder, "secrets", name)

	text, err := config.ReadSecret(path)
	if err == nil || !errors.Is(err, os.ErrNotExist) {
		return text, err
	}

	if err := os.MkdirAll(filepath.Dir(path), privateFolder); err != nil {
		return "", fmt.Errorf("folder for secrets: %w", err)
	}

	text = secret.Text(config.DemoMark + ids.Token() + ids.Token())
	if err := os.WriteFile(path, []byte(text.Reveal()+"\n"), privateMode); err != nil {
		return "", fmt.Errorf("keep a secret: %w", err)
	}

	return text, nil
}
