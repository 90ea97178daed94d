package main

import (
	"encoding/hex"
	"hash/fnv"
)

// reference is a caller's n-th client reference under a name: always another one,
// and in random order, as the UUIDs of most clients are. An index takes ordered
// keys more cheaply.
func reference(name string, caller, n int) string {
	return string(appendReference(nil, seed(name), caller, n))
}

// seed makes the references of two names differ. Similar names give similar hash
// sums, so the sum is mixed too.
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

// mix is the mixing function of SplitMix64 (Steele, Lea and Flood), a bijection.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb

	return x ^ x>>31
}
