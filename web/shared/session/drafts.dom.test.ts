import { afterEach, expect, it } from 'vitest';

import { followSignOut, forgetDraft, forgetDraftsEverywhere, keepDraft, readDraft } from './drafts';

afterEach(() => sessionStorage.clear());

it('keeps a draft under the name of its app, until it is forgotten', () => {
  keepDraft('12.order', { name: 'Pulsa' });
  expect(Object.keys(sessionStorage)).toEqual(['loket.shared.draft.12.order']);
  expect(readDraft('12.order')).toEqual({ name: 'Pulsa' });
  forgetDraft('12.order');
  expect(readDraft('12.order')).toBeUndefined();
  sessionStorage.setItem('loket.shared.draft.12.order', '{oops');
  expect(readDraft('12.order')).toBeUndefined();
});

it('has none after a sign-out here or in another tab, and leaves what is not a draft', () => {
  sessionStorage.setItem('other', '1');
  keepDraft('12.order', {});
  forgetDraftsEverywhere();
  expect(Object.keys(sessionStorage)).toEqual(['other']);

  followSignOut();
  keepDraft('12.order', {});
  window.dispatchEvent(new StorageEvent('storage', { key: 'loket.shared.session.token' }));
  expect(readDraft('12.order')).toEqual({});
  window.dispatchEvent(new StorageEvent('storage', { key: 'loket.shared.signedOutAt' }));
  expect(readDraft('12.order')).toBeUndefined();
});
