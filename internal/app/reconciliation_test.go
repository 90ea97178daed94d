package app_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
)

// A client's file is compared with its orders: each kind of difference is found, in the answer and in the file, and nobody else's orders are.
func TestReconciliationFindsEachDifference(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const key = "lk_demo_1002" // without past orders

		order := func(key, ref, destination string) {
			t.Helper()
			p.expect(t, http.StatusCreated, ref, http.MethodPost, "/h2h/v1/orders", key, `{"productCode":"TSEL10","destinationNo":"`+destination+`","clientRef":"`+ref+`"}`)
		}

		day := time.Now().In(testkit.Jakarta(t)).Format("2006-01-02")

		for _, ref := range []string{"=SAME", "AMOUNT", "STATUS", "TWICE", "OURS"} {
			order(key, ref, "081234567890")
		}

		order(key, "FAILED", "081234567892")
		order(demo.MainKey, "THEIRS", "081234567890")

		ended := 0
		for next := ""; ended < 6; {
			page := p.pull(t, key, "types=order.succeeded,order.failed&wait=25&after="+next)
			if len(page.Data) == 0 {
				t.Fatalf("%d orders ended", ended)
			}

			ended, next = ended+len(page.Data), page.Next
		}

		const file = "\uFEFFstatus;reference;amount\r\nberhasil;'=SAME;10.250\r\nsuccess;AMOUNT;10251\r\nfailed;STATUS;10250\r\nsuccess;TWICE;10250\r\n" +
			"success;TWICE;10250\r\nfailed;FAILED;0\r\nsuccess;THEIRS;10250\r\nsuccess;=NONE;10250\r\n"

		path := "/h2h/v1/reconciliations?day=" + day

		status, text := p.send(t, path, key, file, "text/csv; charset=utf-8")
		if status != http.StatusOK {
			t.Fatalf("%d %s", status, text)
		}

		var got struct {
			Data struct {
				Lines      int64 `json:"lines"`
				Same       int64 `json:"same"`
				Missing    int64 `json:"missing"`
				Different  int64 `json:"different"`
				Duplicates int64 `json:"duplicates"`
				OursOnly   int64 `json:"oursOnly"`
				Rows       []struct {
					Kind      string `json:"kind"`
					ClientRef string `json:"clientRef"`
				} `json:"rows"`
				File struct {
					URL string `json:"url"`
				} `json:"file"`
			} `json:"data"`
		}

		testkit.Must(t, json.Unmarshal([]byte(text), &got))

		var rows []string
		for _, r := range got.Data.Rows {
			rows = append(rows, r.Kind+" "+r.ClientRef)
		}

		if want := []string{"different AMOUNT", "different STATUS", "duplicate TWICE", "missing THEIRS", "missing =NONE", "oursOnly OURS"}; !slices.Equal(rows, want) {
			t.Errorf("found %q, want %q", rows, want)
		}

		if d := got.Data; d.Lines != 8 || d.Same != 3 || d.Missing != 2 || d.Different != 2 || d.Duplicates != 1 || d.OursOnly != 1 {
			t.Errorf("counted %s", text)
		}

		_, written := fetch(t, got.Data.File.URL)
		for _, row := range []string{"different,3,AMOUNT,10251,success,10250,success,", "duplicate,6,TWICE,", "missing,9,'=NONE,10250,success,,,,", "oursOnly,,OURS,,,10250,success,"} {
			if !strings.Contains(written, row) {
				t.Errorf("the file lacks %s: %s", row, written)
			}
		}

		const form = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"books.csv\"\r\nContent-Type: text/csv\r\n\r\nOURS,10250,success\r\n--b--\r\n"

		for path, token := range map[string]string{path: key, "/v1/reconciliations?day=" + day: p.signIn(t, 1002, "root")} {
			if status, text := p.send(t, path, token, form, "multipart/form-data; boundary=b"); status != http.StatusOK || !strings.Contains(text, `"same":1,`) {
				t.Errorf("a form for %s: %d %s", path, status, text)
			}
		}

		for _, c := range []struct {
			path, body, kind string
			status           int
			says             string
		}{
			{path, "reference,amount,status\nA,1,success\nB,1.5,success\n", "text/csv", http.StatusBadRequest, `{"field":"line 3","message":"The amount must be whole rupiah, such as 10250 or 10.250"}`},
			{path, "", "text/csv", http.StatusBadRequest, `"line 1"`},
			{path, "--b--\r\n", "multipart/form-data; boundary=b", http.StatusBadRequest, `"file"`},
			{path, form[:120], "multipart/form-data; boundary=b", http.StatusBadRequest, `"file"`},
			{path, "{}", "application/json", http.StatusUnsupportedMediaType, "Content-Type: text/csv"},
			{"/h2h/v1/reconciliations", file, "text/csv", http.StatusBadRequest, `"day"`},
			{"/h2h/v1/reconciliations?day=2999-01-01", file, "text/csv", http.StatusBadRequest, `"day"`},
			{path + "&format=xlsx", file, "text/csv", http.StatusBadRequest, `"format"`},
		} {
			if status, text := p.send(t, c.path, key, c.body, c.kind); status != c.status || !strings.Contains(text, c.says) {
				t.Errorf("%.60s: %d %s, want %d with %s", c.body, status, text, c.status, c.says)
			}
		}
	})
}
