package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
)

// meta are the parts of a file's meta data that change how it looks.
type meta struct {
	orientation int
	profile     []byte // ICC; nil without one
	progressive bool   // of a JPEG
	samples     float64
	animated    bool // of a WebP
}

const (
	maxProfile = 4 << 20
	exifMark   = "Exif\x00\x00"
)

// metaOf reads the meta data of a picture. What it can't read is as if it were missing.
func metaOf(content []byte, name string) meta {
	out := meta{orientation: upright, samples: 1}

	switch name {
	case "jpeg":
		out.readJPEG(content)
	case "png":
		out.readPNG(content)
	case "webp":
		out.readWebP(content)
	}

	return out
}

func (m *meta) readExif(data []byte) {
	data = bytes.TrimPrefix(data, []byte(exifMark))
	m.orientation = tiffOrientation(data)
}

// readJPEG reads the segments before the first scan.
func (m *meta) readJPEG(content []byte) {
	const (
		marker      = 0xFF
		app1, app2  = 0xE1, 0xE2
		scan        = 0xDA
		progressive = 0xC2
		firstFrame  = 0xC0
		headSize    = 4
	)

	for at := 2; at+headSize <= len(content) && content[at] == marker; {
		kind, size := content[at+1], int(binary.BigEndian.Uint16(content[at+2:]))
		end := at + 2 + size

		if kind == scan || size < 2 || end > len(content) {
			return
		}

		data := content[at+headSize : end]

		switch {
		case kind == app1 && bytes.HasPrefix(data, []byte(exifMark)):
			m.readExif(data)
		case kind == app2:
			m.addProfile(data)
		case kind >= firstFrame && kind <= progressive:
			m.progressive = kind == progressive
			m.samples = samplesOf(data)
		}

		at = end
	}
}

// addProfile adds one part of a profile. The parts are in order in every file that programs write.
func (m *meta) addProfile(data []byte) {
	const numbers = 2 // of the part, and how many there are

	part, found := bytes.CutPrefix(data, []byte("ICC_PROFILE\x00"))
	if found && len(part) > numbers && len(m.profile) < maxProfile {
		m.profile = append(m.profile, part[numbers:]...)
	}
}

// samplesOf is how many samples a JPEG has for each pixel: 1.5 with halved colours. Data is its frame header.
func samplesOf(data []byte) float64 {
	const (
		headSize = 6
		entry    = 3
		nibble   = 4
		low      = 0x0F
	)

	if len(data) < headSize {
		return entry
	}

	sum, most := 0, 1

	for i := headSize; i+entry <= len(data) && i < headSize+entry*int(data[headSize-1]); i += entry {
		area := int(data[i+1]>>nibble) * int(data[i+1]&low)
		sum, most = sum+area, max(most, area)
	}

	return float64(sum) / float64(most)
}

// readPNG reads the chunks before and after the pixels.
func (m *meta) readPNG(content []byte) {
	const (
		signature = 8
		around    = 12 // length, kind and checksum of a chunk
		kindAt    = 4
		dataAt    = 8
	)

	for at := signature; at+around <= len(content); {
		size := int64(binary.BigEndian.Uint32(content[at:]))
		if size > int64(len(content)-at-around) {
			return
		}

		data := content[at+dataAt : at+dataAt+int(size)]

		switch string(content[at+kindAt : at+dataAt]) {
		case "eXIf":
			m.readExif(data)
		case "iCCP":
			m.profile = inflated(data)
		}

		at += around + int(size)
	}
}

// inflated reads the profile of a PNG: a name, the kind of compression, and the compressed profile.
func inflated(data []byte) []byte {
	_, packed, found := bytes.Cut(data, []byte{0})
	if !found || len(packed) == 0 {
		return nil
	}

	r, err := zlib.NewReader(bytes.NewReader(packed[1:]))
	if err != nil {
		return nil
	}

	profile, err := io.ReadAll(io.LimitReader(r, maxProfile))
	if err != nil {
		return nil
	}

	return profile
}

// readWebP reads the chunks of the extended form.
func (m *meta) readWebP(content []byte) {
	const (
		riffHead  = 12
		chunkHead = 8
		sizeAt    = 4
		animation = 0x02
	)

	for at := riffHead; at+chunkHead <= len(content); {
		size := int64(binary.LittleEndian.Uint32(content[at+sizeAt:]))
		if size > int64(len(content)-at-chunkHead) {
			return
		}

		data := content[at+chunkHead : at+chunkHead+int(size)]

		switch string(content[at : at+sizeAt]) {
		case "VP8X":
			m.animated = len(data) > 0 && data[0]&animation != 0
		case "EXIF":
			m.readExif(data)
		case "ICCP":
			m.profile = data
		}

		at += chunkHead + int(size+size%2)
	}
}
