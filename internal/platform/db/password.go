package db

import (
	"errors"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5"
)

// SplitPassword takes the password out of a URL of PostgreSQL, for a program that gets the URL as an argument, which everybody on the
// machine can read, and the password in its environment.
func SplitPassword(databaseURL string) (without, password string, err error) {
	conf, err := pgx.ParseConfig(databaseURL)
	if err != nil || !IsPostgres(databaseURL) {
		return "", "", errors.New("the database's URL is not valid") // without the cause, which may contain the password
	}

	scheme, rest, _ := strings.Cut(databaseURL, "://")
	rest, query, hasQuery := strings.Cut(rest, "?")
	authority, path, hasPath := strings.Cut(rest, "/")

	if at := strings.LastIndex(authority, "@"); at >= 0 {
		user, _, _ := strings.Cut(authority[:at], ":")
		authority = user + authority[at:]
	}

	without = scheme + "://" + authority
	if hasPath {
		without += "/" + path
	}

	if hasQuery {
		values, err := url.ParseQuery(query)
		if err != nil {
			return "", "", errors.New("the database's URL is not valid")
		}

		values.Del("password")

		// PostgreSQL's own programs read no plus sign as a space.
		without += "?" + strings.ReplaceAll(values.Encode(), "+", "%20")
	}

	return without, conf.Password, nil
}
