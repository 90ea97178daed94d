package picture

import (
	"encoding/binary"
	"image"
	"math"
)

// shades is the number of values of a channel.
const shades = 256

// profile is an ICC profile of three primaries and their curves, such as Display P3 of phones and Adobe RGB of cameras.
// Profiles with tables (of printers) are not read: their pictures stay as they are.
type profile struct {
	linear [3][shades]float64
	matrix [3][3]float64 // from linear values of the profile to those of sRGB
}

// toSRGB leads from the connection space of profiles (XYZ at D50) to linear sRGB.
var toSRGB = [3][3]float64{ //nolint:gochecknoglobals // a constant
	{3.1338561, -1.6168667, -0.4906146},
	{-0.9787684, 1.9161415, 0.0334540},
	{0.0719453, -0.2289914, 1.4052427},
}

// readProfile reads an ICC profile (ICC.1:2010). It reports false for one that can't be read, and for one that hardly differs
// from sRGB.
func readProfile(data []byte) (*profile, bool) {
	const (
		head    = 128
		spaceAt = 16
	)

	if len(data) < head+4 || string(data[spaceAt:spaceAt+8]) != "RGB XYZ " {
		return nil, false
	}

	var (
		out       profile
		primaries [3][3]float64 // by column
	)

	for i, c := range []string{"r", "g", "b"} {
		xyz, ok := readXYZ(tagOf(data, c+"XYZ"))
		if !ok || !readCurve(tagOf(data, c+"TRC"), &out.linear[i]) {
			return nil, false
		}

		for row := range xyz {
			primaries[row][i] = xyz[row]
		}
	}

	for row := range 3 {
		for column := range 3 {
			for k := range 3 {
				out.matrix[row][column] += toSRGB[row][k] * primaries[k][column]
			}
		}
	}

	return &out, out.differs()
}

// tagOf is the data of a tag; nil without it.
func tagOf(data []byte, name string) []byte {
	const (
		tableAt = 128
		entry   = 12
	)

	count := int64(binary.BigEndian.Uint32(data[tableAt:]))

	for i := range min(count, int64(len(data)/entry)) {
		at := tableAt + 4 + i*entry
		if at+entry > int64(len(data)) {
			break
		}

		if string(data[at:at+4]) != name {
			continue
		}

		from, size := int64(binary.BigEndian.Uint32(data[at+4:])), int64(binary.BigEndian.Uint32(data[at+8:]))
		if from+size > int64(len(data)) {
			break
		}

		return data[from : from+size]
	}

	return nil
}

func fixedPoint(data []byte) float64 {
	const one = 1 << 16

	return float64(int32(binary.BigEndian.Uint32(data))) / one //nolint:gosec // two's complement
}

func readXYZ(tag []byte) (out [3]float64, ok bool) {
	const (
		head = 8
		size = 20
	)

	if len(tag) < size || string(tag[:4]) != "XYZ " {
		return out, false
	}

	for i := range out {
		out[i] = fixedPoint(tag[head+4*i:])
	}

	return out, true
}

// readCurve fills the linear value of each shade.
func readCurve(tag []byte, out *[shades]float64) bool {
	const (
		head  = 12
		white = shades - 1
	)

	if len(tag) < head {
		return false
	}

	var curve func(x float64) float64

	switch string(tag[:4]) {
	case "curv":
		curve = tableCurve(tag)
	case "para":
		curve = formulaCurve(tag)
	}

	if curve == nil {
		return false
	}

	for i := range out {
		if out[i] = curve(float64(i) / white); math.IsNaN(out[i]) || math.IsInf(out[i], 0) {
			return false
		}
	}

	return true
}

// tableCurve is a curve of a table, of one exponent, or none.
func tableCurve(tag []byte) func(float64) float64 {
	const (
		countAt = 8
		head    = 12
		one     = 1 << 8
		most    = math.MaxUint16
	)

	count := int64(binary.BigEndian.Uint32(tag[countAt:]))

	switch {
	case count == 0:
		return func(x float64) float64 { return x }
	case count*2 > int64(len(tag)-head):
		return nil
	case count == 1:
		exponent := float64(binary.BigEndian.Uint16(tag[head:])) / one

		return func(x float64) float64 { return math.Pow(x, exponent) }
	}

	at := func(i int64) float64 { return float64(binary.BigEndian.Uint16(tag[head+2*i:])) / most }

	return func(x float64) float64 {
		whole, part := math.Modf(x * float64(count-1))
		i := int64(whole)

		return at(i)*(1-part) + at(min(i+1, count-1))*part
	}
}

// formulaCurve is a curve of one of the five formulas.
func formulaCurve(tag []byte) func(float64) float64 {
	const (
		kindAt = 8
		head   = 12
	)

	counts := []int{1, 3, 4, 5, 7}

	kind := int(binary.BigEndian.Uint16(tag[kindAt:]))
	if kind >= len(counts) || len(tag) < head+4*counts[kind] {
		return nil
	}

	var p [7]float64 // g a b c d e f
	for i := range counts[kind] {
		p[i] = fixedPoint(tag[head+4*i:])
	}

	g, a, b, c, d, e, f := p[0], p[1], p[2], p[3], p[4], p[5], p[6]

	switch kind {
	case 0:
		return func(x float64) float64 { return math.Pow(x, g) }
	case 1, 2: //nolint:mnd // 2 adds a constant
		return func(x float64) float64 {
			if a*x+b >= 0 {
				return math.Pow(a*x+b, g) + c
			}

			return c
		}
	default:
		return func(x float64) float64 {
			if x >= d {
				return math.Pow(a*x+b, g) + e
			}

			return c*x + f
		}
	}
}

// differs reports whether a person could see the difference to sRGB.
func (p *profile) differs() bool {
	const seen = 2

	for _, c := range [][3]uint8{{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {128, 128, 128}, {200, 100, 50}} {
		for i, v := range p.convert(c) {
			if math.Abs(float64(v)-float64(c[i])) > seen {
				return true
			}
		}
	}

	return false
}

func (p *profile) convert(c [3]uint8) (out [3]uint8) {
	for row := range out {
		sum := 0.0
		for i, v := range c {
			sum += p.matrix[row][i] * p.linear[i][v]
		}

		out[row] = encoded(sum)
	}

	return out
}

// encoded is the sRGB value of a linear one; colours that sRGB doesn't have are cut to the nearest.
func encoded(linear float64) uint8 {
	const (
		white           = shades - 1
		line, slope     = 0.0031308, 12.92
		scale, exponent = 1.055, 1 / 2.4
	)

	v := min(max(linear, 0), 1)
	if v <= line {
		v *= slope
	} else {
		v = scale*math.Pow(v, exponent) - (scale - 1)
	}

	return uint8(math.Round(v * white))
}

// apply converts a picture to sRGB, in place.
func (p *profile) apply(m *image.NRGBA) {
	known := map[[3]uint8][3]uint8{}

	const (
		pixel = 4
		most  = 1 << 16
	)

	for i := 0; i+pixel <= len(m.Pix); i += pixel {
		from := [3]uint8(m.Pix[i : i+3])

		to, ok := known[from]
		if !ok {
			if to = p.convert(from); len(known) < most {
				known[from] = to
			}
		}

		copy(m.Pix[i:], to[:])
	}
}
