import { expect, it } from 'vitest';

import { decodeText } from './decode-text';

const text = 'number;name\r\n081234567890;Zoë\r\n';

function utf16(of: string, littleEndian: boolean, mark: boolean): ArrayBuffer {
  const marked = mark ? `\uFEFF${of}` : of;
  const view = new DataView(new ArrayBuffer(marked.length * 2));
  for (let at = 0; at < marked.length; at += 1) view.setUint16(at * 2, marked.charCodeAt(at), littleEndian);
  return view.buffer;
}

const bytesOf = (...bytes: number[]) => new Uint8Array(bytes).buffer;

it.each<[string, ArrayBuffer]>([
  ['UTF-8', new TextEncoder().encode(text).buffer],
  ['UTF-8 with a mark', new TextEncoder().encode(`\uFEFF${text}`).buffer],
  ['UTF-16 little endian', utf16(text, true, true)],
  ['UTF-16 big endian', utf16(text, false, true)],
  ['UTF-16 little endian without a mark', utf16(text, true, false)],
  ['UTF-16 big endian without a mark', utf16(text, false, false)],
  ['Windows-1252', Uint8Array.from(text, (sign) => sign.codePointAt(0) ?? 0).buffer],
])('reads %s', (_encoding, file) => {
  expect(decodeText(file)).toBe(text);
});

it('reads an empty file, and a binary one with its zeros', () => {
  expect(decodeText(bytesOf())).toBe('');
  expect(decodeText(bytesOf(0x50, 0x4b, 3, 4, 0, 0, 1, 0, 0, 0x90))).toContain('\u0000');
});
