package demo

// WithChunk sets n orders for each transaction, so that a small history needs several.
func WithChunk(o Options, n int) Options {
	o.chunk = n

	return o
}
