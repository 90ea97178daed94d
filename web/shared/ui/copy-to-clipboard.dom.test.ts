import { afterEach, describe, expect, it, vi } from 'vitest';

import { copyToClipboard } from './copy-to-clipboard';

afterEach(() => vi.unstubAllGlobals());

function withClipboard(writeText: (text: string) => Promise<void>) {
  vi.stubGlobal('navigator', { clipboard: { writeText } });
}

describe('copyToClipboard', () => {
  it('hands the plain text to the clipboard', async () => {
    const written: string[] = [];
    withClipboard(async (text) => {
      written.push(text);
    });
    expect(await copyToClipboard('0812')).toBe(true);
    expect(written).toEqual(['0812']);
  });

  it.each([true, false])('falls back to the old command where there is no clipboard: %s', async (works) => {
    withClipboard(() => Promise.reject(new Error('not allowed')));
    let selected = '';
    document.execCommand = () => {
      selected = document.querySelector('textarea')?.value ?? '';
      return works;
    };
    expect(await copyToClipboard('0812')).toBe(works);
    expect(selected).toBe('0812');
    expect(document.querySelector('textarea')).toBeNull();
  });
});
