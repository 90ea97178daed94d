package destination

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

var errParts = errors.New(`must be parts as "userId digits 5-12 123456780; zoneId digits 3-6 2010" or "server list os_asia=Asia|os_usa=America os_asia": ` +
	"name (userId, zoneId, server), form (" + strings.Join(PartForms(), ", ") + "), characters or options, example")

// ParseParts reads the parts of a game as the catalogue has them: "userId digits 5-12 123456780; zoneId digits 3-6 2010". A list has
// its options instead of the number of characters: "server list os_asia=Asia|os_usa=America os_asia". An empty text has none.
func ParseParts(text string) ([]Part, error) {
	var parts []Part

	for one := range strings.SplitSeq(text, ";") {
		if one = strings.TrimSpace(one); one == "" {
			continue
		}

		p, err := parsePart(one)
		if err != nil {
			return nil, err
		}

		same := func(other Part) bool { return other.Name == p.Name }
		// Only the first part may have blanks of its own.
		if slices.ContainsFunc(parts, same) || len(parts) > 0 && (p.Form == PartRiot || p.Form == PartText) {
			return nil, errParts
		}

		parts = append(parts, p)
	}

	return parts, nil
}

func parsePart(text string) (Part, error) {
	const fields = 4

	f := strings.SplitN(text, " ", fields)
	if len(f) != fields {
		return Part{}, errParts
	}

	p := Part{Name: f[0], Form: PartForm(f[1]), Example: strings.TrimSpace(f[3])}
	if !slices.Contains(PartNames(), p.Name) || !slices.Contains(PartForms(), f[1]) {
		return Part{}, errParts
	}

	if p.Form == PartList {
		for option := range strings.SplitSeq(f[2], "|") {
			code, label, ok := strings.Cut(option, "=")
			if !ok || code == "" || label == "" {
				return Part{}, errParts
			}

			p.Options = append(p.Options, Option{code, label})
		}
	} else {
		least, most, _ := strings.Cut(f[2], "-")

		var wrong, also error

		p.Least, wrong = strconv.Atoi(least)
		p.Most, also = strconv.Atoi(most)

		if wrong != nil || also != nil || p.Least < 1 || p.Most < p.Least || p.Most > MaxLength {
			return Part{}, errParts
		}
	}

	if value, message := p.judge(p.Example); !message.IsZero() || value == "" {
		return Part{}, errParts // its own example isn't one
	}

	return p, nil
}
