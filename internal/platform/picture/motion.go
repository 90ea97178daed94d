package picture

import "encoding/binary"

// moves reports whether a PNG or GIF has more than one picture. What it can't read has one.
func moves(content []byte, name string) bool {
	switch name {
	case "png":
		return animatedPNG(content)
	case "gif":
		return animatedGIF(content)
	default:
		return false
	}
}

// animatedPNG looks for the chunk acTL, which stands before the pixels, with more than one frame.
func animatedPNG(content []byte) bool {
	const (
		signature = 8
		around    = 12 // length, kind and checksum of a chunk
		kindAt    = 4
		dataAt    = 8
		frames    = 4 // bytes of their number
	)

	for at := signature; at+around <= len(content); {
		size := int64(binary.BigEndian.Uint32(content[at:]))
		kind := string(content[at+kindAt : at+dataAt])

		if size > int64(len(content)-at-around) || kind == "IDAT" {
			return false
		}

		if kind == "acTL" && size >= frames {
			return binary.BigEndian.Uint32(content[at+dataAt:]) > 1
		}

		at += around + int(size)
	}

	return false
}

// animatedGIF walks over the blocks of a GIF until its second picture, without decoding any.
func animatedGIF(content []byte) bool {
	const (
		screen          = 13 // signature and description of the screen
		flagsAt         = 10
		extension       = 0x21
		picture         = 0x2C
		extensionHead   = 2
		pictureHead     = 10
		pictureFlagsAt  = 9
		minimumCodeSize = 1
	)

	if len(content) < screen {
		return false
	}

	pictures := 0

	for at := screen + colours(content[flagsAt]); at < len(content); {
		switch content[at] {
		case extension:
			at = afterBlocks(content, at+extensionHead)
		case picture:
			if pictures++; pictures > 1 {
				return true
			}

			if at+pictureHead > len(content) {
				return false
			}

			at = afterBlocks(content, at+pictureHead+colours(content[at+pictureFlagsAt])+minimumCodeSize)
		default: // the end
			return false
		}
	}

	return false
}

// colours is the size of the table of colours that the flags of a GIF announce.
func colours(flags byte) int {
	const (
		present = 0x80
		bits    = 0x07
		each    = 3
	)

	if flags&present == 0 {
		return 0
	}

	return each << (flags&bits + 1)
}

// afterBlocks is the place after a row of data blocks, each with its length before it, which ends with an empty one.
func afterBlocks(content []byte, at int) int {
	for at < len(content) && content[at] != 0 {
		at += int(content[at]) + 1
	}

	return at + 1
}
