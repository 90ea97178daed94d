import { expect, it } from 'vitest';

import { walletNote } from './wallet-notes';

it.each([
  ['level_2', 'deducted'],
  ['level_1', 'notDeducted'],
  ['marketplace', 'notDeducted'],
  ['multibiller', 'notDeducted'],
  ['other', undefined],
])('says of %s: %s', (type, note) => {
  expect(walletNote(type)).toBe(note);
});
