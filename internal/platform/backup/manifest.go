// Package backup copies the database and the files of a deployment into a folder, and brings them back elsewhere.
package backup

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Names in the folder of a backup. Of an encrypted one each has the ending .age besides.
const (
	manifestName = "manifest.json"
	sqliteName   = "loket.db"
	postgresName = "loket.pgdump"
	filesFolder  = "files"
	encrypted    = ".age"
)

// format counts the forms of backups: a program refuses one that it doesn't know.
const format = 1

// Manifest says what a backup holds. It is written last: a folder without one is no backup.
type Manifest struct {
	Format   int       `json:"format"`
	Made     time.Time `json:"made"`    // all that was committed before is in the backup
	Program  string    `json:"program"` // version of the program that made it
	Engine   string    `json:"engine"`
	Database Entry     `json:"database"`
	Files    []Entry   `json:"files"`
	Sum      string    `json:"sum"` // SHA-256 of the manifest as it is without it
}

// Entry is one file of a backup. Size and SHA256 are those of its content before it was encrypted.
type Entry struct {
	Name   string `json:"name"`   // key of the file in the store
	Stored string `json:"stored"` // path in the folder of the backup
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// Size is how many bytes the backup holds, before they were encrypted.
func (m *Manifest) Size() int64 {
	all := m.Database.Size
	for _, e := range m.Files {
		all += e.Size
	}

	return all
}

// ErrDamaged means that a backup is not as it was written.
var ErrDamaged = errors.New("the backup is damaged")

// encode writes a manifest with its sum.
func (m *Manifest) encode() ([]byte, error) {
	sum, err := m.sum()
	if err != nil {
		return nil, err
	}

	m.Sum = sum

	text, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return nil, fmt.Errorf("write the manifest: %w", err)
	}

	return append(text, '\n'), nil
}

func (m *Manifest) sum() (string, error) {
	without := *m
	without.Sum = ""

	text, err := json.Marshal(without)
	if err != nil {
		return "", fmt.Errorf("write the manifest: %w", err)
	}

	sum := sha256.Sum256(text)

	return hex.EncodeToString(sum[:]), nil
}

func decodeManifest(text []byte) (*Manifest, error) {
	m := &Manifest{}
	if err := json.Unmarshal(text, m); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrDamaged, manifestName, err)
	}

	if m.Format != format {
		return nil, fmt.Errorf("the backup has format %d, this program knows %d", m.Format, format)
	}

	sum, err := m.sum()
	if err != nil {
		return nil, err
	}

	if sum != m.Sum {
		return nil, fmt.Errorf("%w: %s", ErrDamaged, manifestName)
	}

	return m, nil
}
