package demo

// WithChunk makes transactions of n orders, so that a small history has
// several of them.
func WithChunk(o Options, n int) Options {
	o.chunk = n

	return o
}
