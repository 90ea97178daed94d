package site

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"regexp"
	"strings"

	"loket/internal/developer/changes"
	"loket/internal/platform/language"
)

type (
	atomFeed struct {
		XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		Title   string      `xml:"title"`
		ID      string      `xml:"id"`
		Updated string      `xml:"updated"`
		Author  string      `xml:"author>name"`
		Entries []atomEntry `xml:"entry"`
	}
	atomEntry struct {
		Title   string   `xml:"title"`
		ID      string   `xml:"id"`
		Updated string   `xml:"updated"`
		Link    atomLink `xml:"link"`
		Content string   `xml:"content"`
	}
	atomLink struct {
		Href string `xml:"href,attr"`
	}
)

// feed is the list of changes as an Atom feed. Its ids have no host, because a deployment has its own.
func feed(list []changes.Change) ([]byte, error) {
	out := atomFeed{Title: "Changes of the Loket client API", ID: "tag:loket,2026:changes", Author: "Loket"}

	day := func(date string) string { return date + "T00:00:00+07:00" }

	for i, c := range list {
		if i == 0 {
			out.Updated = day(c.Date)
		}

		text := c.Text[language.English]
		title, _, _ := strings.Cut(text, ". ")
		nth := len(list) - i // stays the same when newer ones come

		out.Entries = append(out.Entries, atomEntry{
			Title: strings.TrimSuffix(title, "."), ID: fmt.Sprintf("tag:loket,2026:changes/%d", nth), Updated: day(c.Date),
			Link: atomLink{base + "changes"}, Content: text,
		})
	}

	text, err := xml.MarshalIndent(out, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write the feed: %w", err)
	}

	return append([]byte(xml.Header), text...), nil
}

// entry is a heading that the search finds, with the words below it.
type entry struct {
	Title string `json:"t"`
	Page  string `json:"p"`
	URL   string `json:"u"`
	Words string `json:"w"`
}

var (
	headingTag = regexp.MustCompile(`<h[12][^>]*?(?: id="([^"]*)")?[^>]*>`)
	anyTag     = regexp.MustCompile(`<[^>]+>`)
	spaces     = regexp.MustCompile(`\s+`)
)

// mostWords bounds the words of one entry, in bytes: the index is small enough to be loaded at the first search.
const mostWords = 1500

// index is what the search reads.
func index(pages []page) ([]byte, error) {
	var out []entry

	for _, p := range pages {
		body := string(p.Body)
		at := headingTag.FindAllStringSubmatchIndex(body, -1)

		for i, m := range at {
			end := len(body)
			if i+1 < len(at) {
				end = at[i+1][0]
			}

			title, rest, _ := strings.Cut(body[m[1]:end], "</h")
			url := p.URL()

			if m[2] >= 0 && i > 0 {
				url += "#" + body[m[2]:m[3]]
			}

			words := spaces.ReplaceAllString(anyTag.ReplaceAllString(rest, " "), " ")
			_, words, _ = strings.Cut(words, "> ")
			out = append(out, entry{unescape(anyTag.ReplaceAllString(title, "")), p.Title, url, unescape(words[:min(len(words), mostWords)])})
		}
	}

	text, err := json.Marshal(out)
	if err != nil {
		return nil, fmt.Errorf("write the index of the search: %w", err)
	}

	return text, nil
}

func unescape(text string) string {
	return strings.TrimSpace(strings.ToValidUTF8(strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&#34;", `"`, "&#39;", "'", "&amp;", "&").Replace(text), ""))
}
