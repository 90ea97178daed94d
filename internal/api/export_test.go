package api

import (
	"log/slog"
	"net"
	"net/http"
)

// The two ways to decode a self-validating body, for the test that compares them.

func DecodeSelfValidating(data []byte, into SelfValidatingBody) bool {
	return decodeSelfValidating(data, into)
}

func (a *API) DecodeLikeHuma(data []byte, into SelfValidatingBody) error {
	return a.bodies.decodeLikeHuma(data, into)
}

// ServeOn is Serve on a listener, such as one in memory.
func ServeOn(l net.Listener, handler http.Handler) *Server {
	return serveOn(l, handler, slog.New(slog.DiscardHandler), connectionLimits{connections: MaxConnections, share: maxShare, idle: idleTimeout, crowded: crowdedTimeout})
}
