// Package argon2 is argon2id (RFC 9106) for a server that hashes many
// passwords while it serves others. It differs from golang.org/x/crypto/argon2,
// whose mixing of blocks it uses unchanged, in two things that package can't
// be told:
//
//   - The memory of a hash serves the next one. Made anew, it is 19 MiB that
//     the kernel must hand out and the runtime must sweep for each sign-in.
//   - A hash gives way: several times a millisecond it lets wait no other that
//     wants the same core. Else an order that wakes up behind one waits until
//     the kernel takes the core away, which is up to 4 ms, at each of its steps.
package argon2

import (
	"encoding/binary"

	"golang.org/x/crypto/blake2b"
)

// Version of the algorithm.
const Version = 0x13

const (
	blockLength = 128 // words of 8 bytes: 1 KiB
	syncPoints  = 4   // slices of a pass; what is in one does not look at others of the same
	idMode      = 2   // argon2id, in what is hashed first

	// giveWayEvery is after how many blocks a hash gives way: about 0.3 ms.
	giveWayEvery = 512
)

type block [blockLength]uint64

// Memory is what a hash works in: one at a time, and any number one after the
// other. The zero value grows with the first.
type Memory struct{ blocks []block }

// KiB is how large the memory has grown.
func (m *Memory) KiB() int { return len(m.blocks) }

// IDKey gives the same as IDKey of golang.org/x/crypto/argon2: a key of
// keyLen bytes from a password and a salt, with a number of passes over a
// memory in KiB. Lanes are worked on one after the other, by the caller.
func (m *Memory) IDKey(password, salt []byte, passes, memory uint32, lanes uint8, keyLen uint32) []byte {
	if passes < 1 || lanes < 1 {
		panic("argon2: the cost of a hash is not positive")
	}

	count := uint32(lanes)
	seed := first(password, salt, passes, memory, count, keyLen)

	memory = max(memory/(syncPoints*count), 2) * syncPoints * count //nolint:mnd // two blocks of each segment at least
	if int(memory) > len(m.blocks) {
		m.blocks = make([]block, memory)
	}

	f := filling{
		blocks: m.blocks[:memory], passes: passes, lanes: count, lane: memory / count, segment: memory / count / syncPoints,
	}
	f.begin(seed)
	f.fill()

	return f.key(keyLen)
}

// seedLength is the first hash with room for two numbers behind it: of the
// block, and of the lane.
const (
	hashLength = blake2b.Size
	seedLength = hashLength + 8
)

// first hashes all that goes in.
func first(password, salt []byte, passes, memory, lanes, keyLen uint32) [seedLength]byte {
	in := make([]byte, 0, 256) //nolint:mnd // more than what most need

	for _, n := range []uint32{lanes, keyLen, memory, passes, Version, idMode} {
		in = binary.LittleEndian.AppendUint32(in, n)
	}

	for _, text := range [][]byte{password, salt, nil, nil} { // neither a secret nor further data
		in = binary.LittleEndian.AppendUint32(in, uint32(len(text))) //nolint:gosec // bounded by the callers
		in = append(in, text...)
	}

	var seed [seedLength]byte

	sum := blake2b.Sum512(in)
	copy(seed[:], sum[:])

	return seed
}

// filling is one hash on its way.
type filling struct {
	blocks                       []block
	passes, lanes, lane, segment uint32 // the latter two in blocks
}

// begin makes the first two blocks of each lane.
func (f *filling) begin(seed [seedLength]byte) {
	var text [blockLength * 8]byte

	for lane := range f.lanes {
		binary.LittleEndian.PutUint32(seed[hashLength+4:], lane)

		for n := range uint32(2) {
			binary.LittleEndian.PutUint32(seed[hashLength:], n)
			blake2bHash(text[:], seed[:])

			b := &f.blocks[lane*f.lane+n]
			for i := range b {
				b[i] = binary.LittleEndian.Uint64(text[i*8:])
			}
		}
	}
}

func (f *filling) fill() {
	for pass := range f.passes {
		for slice := range uint32(syncPoints) {
			for lane := range f.lanes {
				f.fillSegment(pass, slice, lane)
			}
		}
	}
}

// fillSegment fills a lane's part of a slice. Each block is mixed of the one
// before it and another, which the first half of the first pass takes from
// addresses that don't depend on the password, the rest from the block before.
func (f *filling) fillSegment(pass, slice, lane uint32) {
	var (
		addresses, zero block
		blind           = pass == 0 && slice < syncPoints/2
		in              = block{uint64(pass), uint64(lane), uint64(slice), uint64(len(f.blocks)), uint64(f.passes), idMode}
		index           = uint32(0)
	)

	next := func() {
		in[6]++

		processBlock(&addresses, &in, &zero)
		processBlock(&addresses, &addresses, &zero)
	}

	if pass == 0 && slice == 0 {
		index = 2 // begin made two

		next()
	}

	for ; index < f.segment; index++ {
		at := lane*f.lane + slice*f.segment + index
		before := at - 1

		if index == 0 && slice == 0 {
			before += f.lane // the last one of the lane
		}

		if blind && index%blockLength == 0 {
			next()
		}

		random := f.blocks[before][0]
		if blind {
			random = addresses[index%blockLength]
		}

		other := f.other(random, pass, slice, lane, index)

		// The first pass writes over what a hash before left here, the others mix.
		if pass == 0 {
			processBlock(&f.blocks[at], &f.blocks[before], &f.blocks[other])
		} else {
			processBlockXOR(&f.blocks[at], &f.blocks[before], &f.blocks[other])
		}

		if index%giveWayEvery == giveWayEvery-1 {
			giveWay()
		}
	}
}

// other picks the second block that one is mixed of: of those that are filled
// and that no other lane may be filling, the newer the likelier (RFC 9106,
// 3.4.2).
func (f *filling) other(random uint64, pass, slice, lane, index uint32) uint32 {
	from := uint32(random>>32) % f.lanes //nolint:gosec // the upper half
	if pass == 0 && slice == 0 {
		from = lane
	}

	// So many blocks may be picked, from this one on.
	size, start := (syncPoints-1)*f.segment, (slice+1)%syncPoints*f.segment
	if pass == 0 {
		size, start = slice*f.segment, 0
	}

	if from == lane {
		size += index
	}

	if index == 0 || from == lane {
		size--
	}

	x := random & 0xFFFFFFFF
	x = x * x >> 32
	x = x * uint64(size) >> 32

	return from*f.lane + uint32((uint64(start)+uint64(size)-(x+1))%uint64(f.lane)) //nolint:gosec // below the length of a lane
}

// key hashes the last blocks of all lanes.
func (f *filling) key(length uint32) []byte {
	last := f.blocks[len(f.blocks)-1]

	for lane := range f.lanes - 1 {
		for i, word := range f.blocks[(lane+1)*f.lane-1] {
			last[i] ^= word
		}
	}

	var text [blockLength * 8]byte

	for i, word := range last {
		binary.LittleEndian.PutUint64(text[i*8:], word)
	}

	key := make([]byte, length)
	blake2bHash(key, text[:])

	return key
}
