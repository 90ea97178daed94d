import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';

import { useUnsavedChanges } from '@shared/form/unsaved';
import { clearNotices } from '@shared/notify/notify';
import { shownNotices } from '@shared/notify/notice-store';

import * as later from '@shared/state/fetch-later';

import { handleUnhandledErrors } from './unhandled-errors';

const reload = vi.fn<() => void>();
const answer = vi.fn<typeof fetch>();

beforeAll(() => handleUnhandledErrors(() => undefined));
beforeEach(() => {
  sessionStorage.clear();
  reload.mockReset();
  answer.mockReset().mockResolvedValue(new Response());
  vi.stubGlobal('fetch', answer);
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  clearNotices();
  vi.unstubAllGlobals();
});

async function missChunk(): Promise<void> {
  window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  await vi.waitFor(() => expect(answer.mock.results.length + Number(!navigator.onLine)).toBeGreaterThan(0));
  await new Promise((done) => setTimeout(done));
}

it('reloads the page of an old release once', async () => {
  await missChunk();
  expect(reload).toHaveBeenCalledTimes(1);
  await missChunk();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('leaves the page alone while the browser is offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await missChunk();
  expect(reload).not.toHaveBeenCalled();
});

it('leaves the page alone while the server does not answer', async () => {
  answer.mockRejectedValue(new TypeError('Failed to fetch'));
  await missChunk();
  expect(reload).not.toHaveBeenCalled();
});

it('keeps unsaved input, and says why the page should be reloaded', async () => {
  const { unmount } = renderHook(() => useUnsavedChanges(true));
  await missChunk();
  expect(reload).not.toHaveBeenCalled();
  expect(shownNotices().map(({ title }) => title)).toEqual(['A new version is available']);
  act(() => unmount());
});

it('leaves the page alone while it fetches what no one has asked for', async () => {
  vi.spyOn(later, 'isFetchingLater').mockReturnValue(true);
  window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  await new Promise((done) => setTimeout(done));
  expect(answer).not.toHaveBeenCalled();
  expect(reload).not.toHaveBeenCalled();
});
