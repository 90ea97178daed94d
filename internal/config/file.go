package config

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"loket/internal/platform/secret"
)

// FileVariable is the environment variable with the path of the settings file.
const FileVariable = "LOKET_CONFIG"

// LoadFile sets the environment variables of a KEY=value file that are not set yet.
// It runs before the flags are parsed, so a flag overrides the environment and the
// environment overrides the file. An unknown name is an error, since the intended
// setting would silently keep its default. The error lists all faults of the file.
func LoadFile(path string, known []string) error {
	f, err := os.Open(path) //nolint:gosec // the operator names it
	if err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	defer f.Close()

	stat, err := f.Stat()
	if err != nil {
		return fmt.Errorf("settings: %w", err)
	}

	found := faults{}
	lines := bufio.NewScanner(f)

	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}

		key, value, ok := strings.Cut(line, "=")
		key = strings.TrimSpace(key)

		if !ok || !strings.HasPrefix(key, "LOKET_") {
			found.addf(fmt.Sprintf("%s:%d", path, n), "is not LOKET_...=value")

			continue
		}

		if !slices.Contains(known, key) {
			found.addf(fmt.Sprintf("%s:%d", path, n), "%s is no setting%s", key, hint(key, known))

			continue
		}

		if slices.Contains(secretSettings(), key) && stat.Mode().Perm()&othersMask != 0 {
			found.addf(fmt.Sprintf("%s:%d", path, n), "%s is a secret, and others can read the file; run: chmod 600 %s", key, path)

			continue
		}

		if _, set := os.LookupEnv(key); set {
			continue
		}

		if err := os.Setenv(key, unquote(strings.TrimSpace(value))); err != nil {
			found.addf(fmt.Sprintf("%s:%d", path, n), "%w", err)
		}
	}

	if err := lines.Err(); err != nil {
		return fmt.Errorf("settings: read %s: %w", path, err)
	}

	return errors.Join(found...)
}

// secretSettings are the settings that a file may give only if nobody but its owner
// can read it. The database URL may contain a password.
func secretSettings() []string {
	return []string{
		"LOKET_TOKEN_KEY", "LOKET_PIN_PEPPER", "LOKET_FACTOR_KEY", "LOKET_OLD_FACTOR_KEY", "LOKET_SMTP_PASSWORD", "LOKET_S3_SECRET_KEY", "LOKET_REPORT_DSN", "LOKET_DATABASE_URL",
	}
}

func unquote(value string) string {
	for _, quote := range []string{`"`, `'`} {
		if len(value) > 1 && strings.HasPrefix(value, quote) && strings.HasSuffix(value, quote) {
			return value[1 : len(value)-1]
		}
	}

	return value
}

const othersMask = 0o077

// readPrivate reads a file that nobody but its owner may read.
func readPrivate(path string) ([]byte, error) {
	stat, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("secret file: %w", err)
	}

	if mode := stat.Mode().Perm(); mode&othersMask != 0 {
		return nil, fmt.Errorf("%s can be read by others (mode %04o); run: chmod 600 %s", path, mode, path)
	}

	content, err := os.ReadFile(path) //nolint:gosec // the operator names it
	if err != nil {
		return nil, fmt.Errorf("secret file: %w", err)
	}

	return content, nil
}

// ReadSecret reads a secret from a file of mode 0600.
func ReadSecret(path string) (secret.Text, error) {
	content, err := readPrivate(path)
	if err != nil {
		return "", err
	}

	return secret.Text(strings.TrimSpace(string(content))), nil
}
