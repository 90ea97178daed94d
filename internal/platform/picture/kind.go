package picture

import (
	"bytes"
	"regexp"
)

// Kind names the format of a picture that Decode can't read, such as AVIF; empty for what is no picture.
func Kind(content []byte) string {
	for _, k := range []struct{ name, start string }{
		{"TIFF", "II*\x00"},
		{"TIFF", "MM\x00*"},
		{"BMP", "BM"},
		{"ICO", "\x00\x00\x01\x00"},
		{"PSD", "8BPS"},
		{"JPEG XL", "\xFF\x0A"},
		{"JPEG XL", "\x00\x00\x00\x0CJXL "},
		{"JPEG 2000", "\x00\x00\x00\x0CjP  "},
		{"JPEG 2000", "\xFF\x4F\xFF\x51"},
	} {
		if bytes.HasPrefix(content, []byte(k.start)) {
			return k.name
		}
	}

	if name := boxFormat(content); name != "" {
		return name
	}

	if svg.Match(content[:min(len(content), svgHead)]) {
		return "SVG"
	}

	return ""
}

// svgHead is how far the first element of an SVG is looked for: comments and a declaration may stand before it.
const svgHead = 4096

var svg = regexp.MustCompile(`^(?s)\x{FEFF}?\s*(<\?xml.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(\[.*?\])?[^>]*>|\s)*<([a-z]+:)?svg[\s>/]`)

// boxFormat names the formats that keep pictures in boxes, by their brand.
func boxFormat(content []byte) string {
	const kindAt, brandAt, brandEnd = 4, 8, 12

	if len(content) < brandEnd || string(content[kindAt:brandAt]) != "ftyp" {
		return ""
	}

	switch string(content[brandAt:brandEnd]) {
	case "avif", "avis":
		return "AVIF"
	case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1":
		return "HEIC"
	default:
		return "" // a film
	}
}
