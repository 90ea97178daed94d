package db

import (
	"database/sql/driver"
	"errors"
	"io"
	"net"
)

// isConnLost reports whether the connection to the server broke.
func isConnLost(err error) bool {
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}

	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed)
}
