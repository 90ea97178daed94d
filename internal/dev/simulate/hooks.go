package simulate

import (
	"net/http"
	"net/url"
	"strings"
)

// hook takes an event that is pushed to a receiver.
func (h *site) hook(w http.ResponseWriter, r *http.Request) {
	h.receivers.Receive(w, r, r.PathValue("name"))
}

// hookPage shows what came to a receiver: a page for a browser, JSON for a program.
func (h *site) hookPage(w http.ResponseWriter, r *http.Request) {
	if strings.Contains(r.Header.Get("Accept"), "text/html") {
		h.hookView(w, r, http.StatusOK, "")

		return
	}

	list, _ := h.receivers.Received(r.PathValue("name"))
	writeJSON(w, list)
}

func (h *site) hookView(w http.ResponseWriter, r *http.Request, status int, fault string) {
	name := r.PathValue("name")
	list, set := h.receivers.Received(name)

	h.show(w, status, "hook.html", map[string]any{"Name": name, "Events": list, "Settings": set, "Fault": fault})
}

// changeHook takes the form of a receiver's page, or the same fields from a script. Fields that are missing stay as they are.
func (h *site) changeHook(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		h.hookView(w, r, http.StatusBadRequest, "The form can't be read.")

		return
	}

	if err := h.receivers.Set(r.PathValue("name"), r.PostForm); err != nil {
		h.hookView(w, r, http.StatusBadRequest, err.Error())

		return
	}

	http.Redirect(w, r, "/hooks/"+url.PathEscape(r.PathValue("name")), http.StatusSeeOther)
}
