const byteOrderMarks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/** How many bytes are looked at for the zeros of UTF-16. */
const sampled = 512;

/** The encoding of a file without a mark: in UTF-16 every second byte of digits and separators is zero. */
function guessUtf16(bytes: Uint8Array): string | undefined {
  const sample = [...bytes.subarray(0, sampled)];
  const zeros = (parity: number) => sample.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  const half = sample.length / 4;
  if (zeros(1) > half && zeros(0) === 0) return 'utf-16le';
  return zeros(0) > half && zeros(1) === 0 ? 'utf-16be' : undefined;
}

/** Reads a text file in the encodings that spreadsheets write: UTF-8, UTF-16 and Windows-1252. */
export function decodeText(file: ArrayBuffer): string {
  const bytes = new Uint8Array(file);
  const marked = byteOrderMarks.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte));
  const encoding = marked?.encoding ?? guessUtf16(bytes);
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
