package requestlog

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/safetext"
)

// Bounds of a block.
const (
	blockRequests = 256
	blockBodies   = 512 << 10 // bytes, before they are packed
	// blockSpan is the longest time between the first and the last request of a block. Who looks for requests of a time reads the blocks that
	// end up to so much later.
	blockSpan = 10 * time.Second

	blockForm = 1 // the first byte of a block
)

// Bounds of texts of callers, in bytes.
const (
	maxTarget  = 500
	maxProgram = 200
)

// block is some consecutive requests of a client, which are a row of both tables. One after the other is filled in the same memory.
type block struct {
	client      int64
	first, last int64 // microseconds
	number      int   // of requests
	requests    []byte
	bodies      []byte
	maskNumbers bool
	scratch     []byte
}

// begin empties a block for a request and those behind it.
func (b *block) begin(r *Request, maskNumbers bool) {
	at := clock.Micros(r.At)

	b.client, b.first, b.last, b.number, b.maskNumbers = r.ClientID, at, at, 0, maskNumbers
	b.requests = binary.AppendVarint(append(b.requests[:0], blockForm), at)
	b.bodies = append(b.bodies[:0], blockForm)
}

// takes reports whether a request belongs to a block, too. Requests come in the order of their times.
func (b *block) takes(r *Request) bool {
	return b.number > 0 && b.client == r.ClientID && b.number < blockRequests && len(b.bodies) < blockBodies && clock.Micros(r.At)-b.first <= blockSpan.Microseconds()
}

// add packs a request, masked.
func (b *block) add(r *Request) {
	b.last = clock.Micros(r.At)
	b.number++

	to := b.requests
	to = binary.AppendVarint(to, b.last-b.first)
	to = binary.AppendVarint(to, r.Took.Microseconds())
	to = binary.AppendVarint(to, int64(r.Status))
	to = binary.AppendVarint(to, r.KeyID)

	for _, text := range [...]string{
		r.RequestID, r.KeyEnding, safetext.MakeStorable(r.Method), r.Route, safetext.ClipBytes(safetext.MakeStorable(r.Target), maxTarget), r.Address,
		safetext.ClipBytes(safetext.MakeStorable(r.Program), maxProgram), referenceOf(r),
	} {
		to = append(binary.AppendUvarint(to, uint64(len(text))), text...)
	}

	b.requests = to
	b.addBody(r.Body, r.BodyCut)
	b.addBody(r.Answer, r.AnswerCut)
}

// addBody packs a body behind its length.
func (b *block) addBody(body []byte, cut bool) {
	b.scratch = appendMasked(b.scratch[:0], body, cut, b.maskNumbers)
	b.bodies = append(binary.AppendUvarint(b.bodies, uint64(len(b.scratch))), b.scratch...)
}

var errBlock = errors.New("a block of requests can't be read")

// blockReader reads what a block holds.
type blockReader struct {
	text   string // so that its parts are parts of it
	broken bool
}

func openBlock(packed []byte) (blockReader, error) {
	data, err := decompress(packed)
	if err != nil {
		return blockReader{}, fmt.Errorf("unpack requests: %w", err)
	}

	if len(data) == 0 || data[0] != blockForm {
		return blockReader{}, errBlock
	}

	return blockReader{text: string(data[1:])}, nil
}

func (u *blockReader) number() int64 {
	// At most so many bytes are a number.
	n, size := binary.Varint([]byte(u.text[:min(len(u.text), binary.MaxVarintLen64)]))
	if size <= 0 {
		u.text, u.broken = "", true

		return 0
	}

	u.text = u.text[size:]

	return n
}

func (u *blockReader) word() string {
	n, size := binary.Uvarint([]byte(u.text[:min(len(u.text), binary.MaxVarintLen64)]))
	if size <= 0 || n > uint64(len(u.text)) || int(n) > len(u.text)-size { //nolint:gosec // no longer than the text
		u.text, u.broken = "", true

		return ""
	}

	end := size + int(n) //nolint:gosec // it is within the text
	word := u.text[size:end]
	u.text = u.text[end:]

	return word
}

// requestsOf unpacks the requests of a block in the order of their times.
func requestsOf(packed []byte, at, id int64) ([]Entry, error) {
	u, err := openBlock(packed)
	if err != nil {
		return nil, err
	}

	first := u.number()

	const most = 100 // bytes of a request

	list := make([]Entry, 0, len(u.text)/most+1)

	for len(u.text) > 0 {
		e := Entry{
			place: Position{at: first + u.number(), block: at, id: id, index: int64(len(list))},
			Took:  time.Duration(u.number()) * time.Microsecond, Status: int(u.number()), KeyID: u.number(),
			RequestID: u.word(), KeyEnding: u.word(), Method: u.word(), Route: u.word(), Target: u.word(), Address: u.word(), Program: u.word(), Reference: u.word(),
		}
		e.At = clock.FromMicros(e.place.at)
		list = append(list, e)
	}

	if u.broken {
		return nil, errBlock
	}

	return list, nil
}

// bodiesOf unpacks the bodies of a request of a block.
func bodiesOf(packed []byte, index int64) (body, answer string, err error) {
	u, err := openBlock(packed)
	if err != nil {
		return "", "", err
	}

	for i := int64(0); i <= index; i++ {
		body, answer = u.word(), u.word()
	}

	if u.broken {
		return "", "", errBlock
	}

	return safetext.MakeStorable(body), safetext.MakeStorable(answer), nil
}
