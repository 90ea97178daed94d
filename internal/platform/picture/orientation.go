package picture

import (
	"encoding/binary"
	"image"
)

// The orientations of Exif, as far as the code names them. 1 and unknown ones need no change; 5 to 8 swap width and height.
const (
	upright    = 1
	turnedLeft = 8
	swapsFrom  = 5
)

// tiffOrientation reads the tag 0x0112 of the first directory of TIFF data.
func tiffOrientation(data []byte) int {
	const (
		headSize  = 8
		entrySize = 12
		tag       = 0x0112
		valueAt   = 8
	)

	if len(data) < headSize {
		return upright
	}

	var order binary.ByteOrder = binary.BigEndian
	if data[0] == 'I' {
		order = binary.LittleEndian
	}

	at := int64(order.Uint32(data[4:]))
	if at+2 > int64(len(data)) {
		return upright
	}

	for left := order.Uint16(data[at:]); left > 0; left-- {
		entry := at + 2
		if entry+entrySize > int64(len(data)) {
			break
		}

		if order.Uint16(data[entry:]) == tag {
			return int(order.Uint16(data[entry+valueAt:]))
		}

		at += entrySize
	}

	return upright
}

// turned returns a picture as its orientation asks.
func turned(from image.Image, how int) image.Image {
	if how <= upright || how > turnedLeft {
		return from
	}

	b := from.Bounds()
	w, h := b.Dx(), b.Dy()

	size := image.Rect(0, 0, w, h)
	if how >= swapsFrom {
		size = image.Rect(0, 0, h, w)
	}

	to := image.NewRGBA(size)

	for y := range h {
		for x := range w {
			tx, ty := place(how, x, y, w, h)
			to.Set(tx, ty, from.At(b.Min.X+x, b.Min.Y+y))
		}
	}

	return to
}

// place is where a pixel of a picture of w by h goes.
func place(how, x, y, w, h int) (tx, ty int) {
	switch how {
	case 2: // mirrored
		return w - 1 - x, y
	case 3: // upside down
		return w - 1 - x, h - 1 - y
	case 4: // upside down and mirrored
		return x, h - 1 - y
	case 5: // on its side and mirrored
		return y, x
	case 6: // the top is at the right
		return h - 1 - y, x
	case 7:
		return h - 1 - y, w - 1 - x
	default: // 8: the top is at the left
		return y, w - 1 - x
	}
}
