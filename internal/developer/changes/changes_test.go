package changes_test

import (
	"testing"

	"loket/internal/developer/changes"
)

// TestList: each change has a day, a kind and both texts, the newest first.
func TestList(t *testing.T) {
	t.Parallel()

	list, err := changes.List()
	if err != nil || len(list) < 5 {
		t.Errorf("%d changes: %v", len(list), err)
	}
}
