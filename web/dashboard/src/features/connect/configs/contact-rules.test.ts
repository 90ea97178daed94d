import { expect, it } from 'vitest';

import type { ShopConfig } from '../connect-queries';
import { isEmail, isWhatsApp } from './contact-rules';
import { changesOf, draftOf, hasBadField, partsThatDiffer } from './draft';

it('takes numbers and addresses only when they are whole', () => {
  for (const good of ['', '0812 3456 7890', '+62 812-3456-7890', '6281234567890', '81234567890'])
    expect(isWhatsApp(good), good).toBe(true);
  for (const bad of ['0812', '+1 812 100 0010', 'abc', '021 5551234']) expect(isWhatsApp(bad), bad).toBe(false);
  for (const good of ['', 'halo@majugames.id', ' a@b.co.id ']) expect(isEmail(good), good).toBe(true);
  for (const bad of ['halo', 'halo@', 'halo@maju', '@a.id', 'a b@c.id']) expect(isEmail(bad), bad).toBe(false);
});

it('sends the whole contact once it can be stored', () => {
  const draft = draftOf(null);
  const half = { ...draft, contact: { ...draft.contact, whatsapp: '0812' } };
  expect(changesOf(half, null)).toEqual({});
  expect(hasBadField(half)).toBe(true);
  const stored = { whatsapp: '081234567890', email: 'halo@maju.id', hours: '' };
  const whole = { ...draft, contact: { whatsapp: '+62 812-3456-7890', email: ' halo@maju.id', hours: '' } };
  expect(changesOf(whole, null)).toEqual({ contact: stored });
  expect(changesOf(whole, { ...config, contact: stored })).toEqual({});
  expect(hasBadField(whole)).toBe(false);
});

// Only the fields that are compared.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const config = { name: '', logoImageKey: '', banners: [], topOperators: [] } as unknown as ShopConfig;

it('names the contact as the part that another user has changed', () => {
  const of = (whatsapp: string) => ({ ...config, contact: { whatsapp, email: '', hours: '' } });
  expect(partsThatDiffer(of('081234567890'), of(''))).toEqual(['contact']);
});
