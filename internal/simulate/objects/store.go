// Package objects simulates a store of files that speaks S3: one bucket, real
// signatures, uploads in parts, and faults.
package objects

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/ids"
	"loket/internal/platform/secret"
)

// Options of the store.
type Options struct {
	// Dir keeps the files. A second start goes on with them, but not with
	// unfinished uploads.
	Dir    string
	Bucket string
	Region string
	// The one key that is known.
	AccessKey string
	SecretKey secret.Text
	// MinPart is the least size of a part but the last; 0 takes S3's 5 MiB.
	MinPart int64
	// Clock dates files and uploads. Signatures are dated by the machine's.
	Clock         clock.Clock
	Logger        *slog.Logger
	FaultSettings FaultSettings
}

// Object is a file of the store.
type Object struct {
	Name     string            `json:"name"`
	Size     int64             `json:"size"`
	ETag     string            `json:"etag"`
	Type     string            `json:"type"`
	Meta     map[string]string `json:"meta"` // x-amz-meta-..., by its whole name in small letters
	Modified time.Time         `json:"modified"`
	// File is where its bytes lie.
	File string `json:"file"`
}

// Upload is an unfinished upload in parts.
type Upload struct {
	ID    string
	Name  string
	Begun time.Time
	Type  string
	Meta  map[string]string
	parts map[int]part
}

type part struct {
	file string
	size int64
	md5  []byte
}

// Store is the bucket.
type Store struct {
	opt     Options
	stopped chan struct{}

	mu       sync.Mutex
	settings FaultSettings
	asked    int // requests since the settings were turned
	met      int // those that met a fault
	objects  map[string]Object
	uploads  map[string]*Upload
	counts   map[string]int // requests by operation
}

const (
	dirMode  = 0o700
	fileMode = 0o600
	minPart  = 5 << 20

	filesDir   = "files"
	uploadsDir = "uploads"
	indexExt   = ".json"
)

var errOptions = errors.New("simulated store of files")

// Open opens the folder.
func Open(opt Options) (*Store, error) {
	if opt.Dir == "" || opt.Bucket == "" || opt.AccessKey == "" || opt.SecretKey == "" {
		return nil, fmt.Errorf("%w: a folder, a bucket and a key are needed", errOptions)
	}

	if opt.MinPart == 0 {
		opt.MinPart = minPart
	}

	if opt.Region == "" {
		opt.Region = "us-east-1"
	}

	if opt.Clock == nil {
		opt.Clock = clock.System{}
	}

	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}

	s := &Store{
		opt: opt, settings: opt.FaultSettings, stopped: make(chan struct{}),
		objects: map[string]Object{}, uploads: map[string]*Upload{}, counts: map[string]int{},
	}

	if err := s.load(); err != nil {
		return nil, fmt.Errorf("%w: %w", errOptions, err)
	}

	return s, nil
}

func (s *Store) load() error {
	err := errors.Join(os.RemoveAll(filepath.Join(s.opt.Dir, uploadsDir)), os.MkdirAll(filepath.Join(s.opt.Dir, uploadsDir), dirMode),
		os.MkdirAll(filepath.Join(s.opt.Dir, filesDir), dirMode))
	if err != nil {
		return err
	}

	indexes, err := filepath.Glob(filepath.Join(s.opt.Dir, filesDir, "*"+indexExt))
	if err != nil {
		return fmt.Errorf("list: %w", err)
	}

	for _, name := range indexes {
		text, err := os.ReadFile(name) //nolint:gosec // in our own folder
		if err != nil {
			return fmt.Errorf("read: %w", err)
		}

		var o Object
		if err := json.Unmarshal(text, &o); err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}

		s.objects[o.Name] = o
	}

	return nil
}

// Release lets every request that hangs go, so that a server can shut down;
// once.
func (s *Store) Release() { close(s.stopped) }

// Bucket is the name of the bucket.
func (s *Store) Bucket() string { return s.opt.Bucket }

// FaultSettings as they are turned now.
func (s *Store) FaultSettings() FaultSettings {
	s.mu.Lock()
	defer s.mu.Unlock()

	return s.settings
}

// SetFaultSettings turns all fault settings, and begins to count anew.
func (s *Store) SetFaultSettings(k FaultSettings) {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.settings, s.asked, s.met = k, 0, 0
}

// ResetFaultSettings puts all back as they were at the start.
func (s *Store) ResetFaultSettings() { s.SetFaultSettings(s.opt.FaultSettings) }

// ChangeFaultSettings turns the fault settings that a form names; with an unreadable value all
// stay.
func (s *Store) ChangeFaultSettings(form url.Values) error {
	k := s.FaultSettings()
	if err := k.apply(form); err != nil {
		return err
	}

	s.SetFaultSettings(k)

	return nil
}

// Objects are the files, by name.
func (s *Store) Objects() []Object {
	s.mu.Lock()
	defer s.mu.Unlock()

	list := make([]Object, 0, len(s.objects))
	for _, o := range s.objects {
		list = append(list, o)
	}

	slices.SortFunc(list, func(a, b Object) int { return strings.Compare(a.Name, b.Name) })

	return list
}

// Uploads are the unfinished uploads, by name and id.
func (s *Store) Uploads() []Upload {
	s.mu.Lock()
	defer s.mu.Unlock()

	list := make([]Upload, 0, len(s.uploads))
	for _, u := range s.uploads {
		list = append(list, *u)
	}

	slices.SortFunc(list, func(a, b Upload) int { return strings.Compare(a.Name+"\x00"+a.ID, b.Name+"\x00"+b.ID) })

	return list
}

// Requests is how many requests of an operation came, whatever became of them.
func (s *Store) Requests(op string) int {
	s.mu.Lock()
	defer s.mu.Unlock()

	return s.counts[op]
}

// decide counts a request and says what it meets.
func (s *Store) decide(op string) (FaultSettings, fate) {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.counts[op]++
	s.asked++

	f := s.settings.fate(op, s.asked, s.met)
	if f != spared {
		s.met++
	}

	return s.settings, f
}

func (s *Store) object(name string) (Object, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()

	o, ok := s.objects[name]

	return o, ok
}

// keep makes a written file be the object of its name. Whoever reads the
// earlier one reads on.
func (s *Store) keep(o Object) error {
	text, err := json.Marshal(o)
	if err == nil {
		err = os.WriteFile(o.File+indexExt, text, fileMode)
	}

	if err != nil {
		return fmt.Errorf("keep a file: %w", err)
	}

	s.mu.Lock()
	earlier, there := s.objects[o.Name]
	s.objects[o.Name] = o
	s.mu.Unlock()

	if there {
		return discard(earlier)
	}

	return nil
}

func (s *Store) remove(name string) error {
	s.mu.Lock()
	o, there := s.objects[name]
	delete(s.objects, name)
	s.mu.Unlock()

	if there {
		return discard(o)
	}

	return nil
}

func discard(o Object) error { return errors.Join(os.Remove(o.File+indexExt), os.Remove(o.File)) }

func (s *Store) newFile() string { return filepath.Join(s.opt.Dir, filesDir, ids.Token()) }
