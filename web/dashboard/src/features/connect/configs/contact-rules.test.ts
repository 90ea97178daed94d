import { expect, it } from 'vitest';

import type { ShopConfig } from '../connect-queries';
import { isEmail, isWhatsApp } from './contact-rules';
import { changesOf, draftOf, isContact, partsThatDiffer } from './shop-draft';
import { sendable } from './refusals';

it('takes numbers and addresses only when they are whole', () => {
  const numbers = ['', '0812 3456 7890', '+62 812-3456-7890', '6281234567890', '81234567890'];
  expect(numbers.filter((text) => !isWhatsApp(text))).toEqual([]);
  expect(['0812', '+1 812 100 0010', 'abc', '021 5551234'].filter(isWhatsApp)).toEqual([]);
  expect(['', 'halo@majugames.id', ' a@b.co.id '].filter((text) => !isEmail(text))).toEqual([]);
  expect(['halo', 'halo@', 'halo@maju', '@a.id', 'a b@c.id'].filter(isEmail)).toEqual([]);
});

it('sends the whole contact once it can be stored', () => {
  const draft = draftOf(null);
  const half = { ...draft, contact: { ...draft.contact, whatsapp: '0812' } };
  expect(changesOf(sendable(half, null, [], []), null)).toEqual({});
  expect(isContact(half)).toBe(false);
  const stored = { whatsapp: '081234567890', email: 'halo@maju.id', hours: '' };
  const whole = { ...draft, contact: { whatsapp: '+62 812-3456-7890', email: ' halo@maju.id', hours: '' } };
  expect(changesOf(sendable(whole, null, [], []), null)).toEqual({ contact: stored });
  expect(changesOf(whole, { ...config, contact: stored })).toEqual({});
  expect(isContact(whole)).toBe(true);
});

// Only the fields that are compared.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const config = { name: '', logoImageKey: '', banners: [], topOperators: [] } as unknown as ShopConfig;

it('names the contact as the part that another user has changed', () => {
  const before = { ...config, contact: { whatsapp: '', email: '', hours: '' } };
  const after = { ...config, contact: { ...before.contact, whatsapp: '081234567890' } };
  expect(partsThatDiffer(before, after)).toEqual(['contact']);
});
