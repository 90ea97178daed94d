package picture

import (
	"encoding/binary"
	"image"
	"image/color"
)

// onlyColor returns the colour of a picture that has no other.
func onlyColor(of image.Image) (color.NRGBA, bool) {
	b := of.Bounds()
	one, _ := color.NRGBAModel.Convert(of.At(b.Min.X, b.Min.Y)).(color.NRGBA)

	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if color.NRGBAModel.Convert(of.At(x, y)) != one {
				return color.NRGBA{}, false
			}
		}
	}

	return one, true
}

// plainWebP writes a picture of one colour: a lossless bit stream (RFC 9649, section 3) whose codes have one symbol each, so that
// its pixels take no bits.
func plainWebP(size image.Point, c color.NRGBA) []byte {
	const (
		signature       = 0x2f
		simple          = 0b101 // a simple code, of one symbol, which has 8 bits
		noDistance      = 0b0001
		head, codesBits = 43, 48
	)

	alpha := uint64(0)
	if c.A < 255 {
		alpha = 1
	}

	// Of the rest of the head all bits are 0: version, no transform, no colour cache, one group of codes.
	stream := uint64(signature) | uint64(size.X-1)<<8 | uint64(size.Y-1)<<22 | alpha<<36 //nolint:gosec // sizes are positive

	codes, at := uint64(0), 0
	for _, symbol := range []byte{c.G, c.R, c.B, c.A} {
		codes |= (simple | uint64(symbol)<<3) << at
		at += 11
	}

	codes |= noDistance << at

	var bits [16]byte

	binary.LittleEndian.PutUint64(bits[:], stream|codes<<head)
	binary.LittleEndian.PutUint64(bits[8:], codes>>(64-head))

	const length = (head + codesBits + 7) / 8

	out := []byte("RIFF\x00\x00\x00\x00WEBPVP8L\x00\x00\x00\x00")
	out = append(out, bits[:length]...)
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8)) //nolint:gosec // a few bytes
	binary.LittleEndian.PutUint32(out[16:], length)

	return out
}
