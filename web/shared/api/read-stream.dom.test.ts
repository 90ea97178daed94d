import { afterEach, expect, it, vi } from 'vitest';

import { readStream, saveFile } from './read-stream';

const bytes = (text: string) => new TextEncoder().encode(text);

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('gives the parts in order, each when it arrives', async () => {
  const seen: string[] = [];
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(to) {
      for (const text of ['a', 'bc', 'd']) to.enqueue(bytes(text));
      to.close();
    },
  });
  const parts = await readStream(stream, (part) => seen.push(new TextDecoder().decode(part)));
  expect(seen).toEqual(['a', 'bc', 'd']);
  expect(parts.map((part) => part.length)).toEqual([1, 2, 1]);
});

it('fails if the connection ends early', async () => {
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(to) {
      to.error(new TypeError('network'));
    },
  });
  await expect(readStream(stream, () => undefined)).rejects.toThrow('network');
});

it('saves a file under its name, and frees its memory later', () => {
  vi.useFakeTimers();
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    expect([this.download, this.href]).toEqual(['name.csv', 'blob:file']);
  });
  saveFile([bytes('x')], 'text/csv', 'name.csv');
  expect(click).toHaveBeenCalledTimes(1);
  expect(revoke).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(revoke).toHaveBeenCalledWith('blob:file');
});
