package main

import (
	"encoding/hex"
	"hash/fnv"
)

// reference is the nth that a caller gives to an order under a name: another
// one each time, and in no order, as most clients' UUIDs are. An index takes
// what comes in order more cheaply, from the limit as from us.
func reference(name string, caller, n int) string {
	return string(appendReference(nil, seed(name), caller, n))
}

// seed keeps the references of one name apart from another's: names alike give
// sums that are, so it is mixed as well.
func seed(name string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(name)) // never fails

	return mix(h.Sum64())
}

func appendReference(to []byte, seed uint64, caller, n int) []byte {
	const callers, size = 40, 8

	x := mix(seed + uint64(caller)<<callers + uint64(n))

	var bytes [size]byte
	for i := range bytes {
		bytes[i] = byte(x >> (i * size))
	}

	return hex.AppendEncode(append(to, "ref-"...), bytes[:])
}

// mix is Steele, Lea and Flood's: no two numbers give the same.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb

	return x ^ x>>31
}
