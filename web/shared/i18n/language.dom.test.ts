import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** Loads the module as a newly opened page does. */
async function open(browser: string) {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(browser);
  vi.resetModules();
  return await import('./language');
}

beforeEach(() => window.localStorage.clear());
afterEach(() => vi.resetModules());

it.each([
  ['id', 'id'],
  ['id-ID', 'id'],
  ['ID', 'id'],
  ['en-US', 'en'],
  ['de', 'en'],
  ['idx', 'en'],
  ['', 'en'],
])('a first visit with a browser that speaks %j is in %s', async (browser, language) => {
  const { currentLanguage } = await open(browser);
  expect(currentLanguage()).toBe(language);
  expect(document.documentElement.lang).toBe(language);
});

it('keeps to what was chosen in the browser', async () => {
  const { setLanguage } = await open('id');
  setLanguage('en');
  const { currentLanguage } = await open('id');
  expect(currentLanguage()).toBe('en');
});

it('speaks the language of the account before that of the browser, and forgets it with the account', async () => {
  const { currentLanguage, followAccount, setLanguage } = await open('en');
  followAccount('id');
  expect(currentLanguage()).toBe('id');
  setLanguage('en');
  expect(currentLanguage()).toBe('id');
  followAccount(null);
  expect(currentLanguage()).toBe('en');
});

it('tells of a change once', async () => {
  const { followAccount, onLanguageChange } = await open('en');
  const listener = vi.fn();
  onLanguageChange(listener);
  followAccount('id');
  followAccount('id');
  expect(listener).toHaveBeenCalledTimes(1);
});
