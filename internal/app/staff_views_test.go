package app_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"loket/internal/backoffice/savedview"
	"loket/internal/dev/testkit"
)

// A view is its owner's alone, has a name of its own, and there are so many and no more.
func TestStaffKeepViews(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const path = "/staff/v1/me/views"

		at := p.asStaff()
		ana, budi := p.signInStaff(t, "ana"), p.signInStaff(t, "budi")
		add := func(status int, wanted, name, search string) {
			at.expect(t, status, wanted, http.MethodPost, path, ana, fmt.Sprintf(`{"list":"orders","name":%q,"search":%q}`, name, search))
		}

		add(http.StatusCreated, `"name":"Old"`, " Old ", "status=pending&minAge=3600")
		add(http.StatusBadRequest, "You have a view of this name", "Old", "status=failed")
		add(http.StatusBadRequest, "A name has 1 to 60 characters", " ", "status=failed")
		add(http.StatusBadRequest, "This is no search of a page", "Broken", "a=%zz")
		add(http.StatusBadRequest, "This is no search of a page", "Nothing", "")
		at.expect(t, http.StatusBadRequest, "list", http.MethodGet, path+"?list=shops", ana, "")

		if text := at.expect(t, http.StatusOK, "data", http.MethodGet, path+"?list=orders", budi, ""); strings.Contains(text, "Old") {
			t.Errorf("budi reads ana's views: %s", text)
		}

		one := path + "/" + strconv.FormatInt(testkit.Value[int64](t, p.DB, "SELECT id FROM saved_views"), 10)
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodDelete, one, budi, "")

		for n := 1; n < savedview.Most; n++ {
			add(http.StatusCreated, "id", fmt.Sprintf("View %d", n), "status=failed")
		}

		add(http.StatusBadRequest, "remove one first", "One more", "status=failed")
		at.expect(t, http.StatusOK, "{}", http.MethodDelete, one, ana, "")
		add(http.StatusCreated, "id", "One more", "status=failed")
	})
}
