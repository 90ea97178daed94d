import { ApiProblem } from '@shared/api/problem';

import type { ShopConfig } from '../connect-queries';
import type { Contact } from './contact-rules';
import { type ShopDraft, type DraftBanner, draftOf, isBannerLink, isContact } from './shop-draft';

/** A field of a banner that the server judges on its own. */
type BannerField = 'name' | 'href' | 'imageKey' | 'active';

/** A field that the server judges on its own. */
export type FieldKey =
  | 'name'
  | 'logo'
  | 'popular'
  | 'theme'
  | 'banners'
  | `contact ${keyof Contact}`
  | `banner ${number} ${BannerField}`;

/** A value that the server refused. It is not sent again: its field waits until it is edited. */
export interface Refusal {
  key: FieldKey;
  /** The value, as JSON. */
  value: string;
  /** What the server said, in the user's language. */
  reason: string;
}

const contactFields = ['whatsapp', 'email', 'hours'] as const satisfies (keyof Contact)[];

const bannerFields: Record<string, BannerField> = {
  name: 'name',
  href: 'href',
  image_key: 'imageKey',
  is_active: 'active',
};

/** Returns the key of a field of a sent draft by the server's name; undefined for fields of others. */
function keyOf(field: string, sent: ShopDraft): FieldKey | undefined {
  const [, index, part = ''] = /^banners\[(\d+)\]\.(\w+)$/u.exec(field) ?? [];
  const banner = index === undefined ? undefined : sent.banners[Number(index)];
  const bannerField = bannerFields[part];
  if (banner && bannerField) return `banner ${banner.id} ${bannerField}`;
  if (field === 'name' || field === 'banners') return field;
  if (field === 'logoImageKey') return 'logo';
  const contact = contactFields.find((one) => field === `contact.${one}`);
  if (contact) return `contact ${contact}`;
  if (field.startsWith('topOperators')) return 'popular';
  return field.startsWith('theme') ? 'theme' : undefined;
}

/** Returns the values of all fields of a draft, as JSON. */
function valuesOf(draft: ShopDraft): Map<FieldKey, string> {
  const values = new Map<FieldKey, string>([
    ['name', JSON.stringify(draft.name)],
    ['logo', JSON.stringify(draft.logoKey)],
    ['popular', JSON.stringify(draft.popular)],
    ['theme', JSON.stringify(draft.theme)],
    ['banners', JSON.stringify(draft.banners)],
  ]);
  for (const field of contactFields) values.set(`contact ${field}`, JSON.stringify(draft.contact[field]));
  for (const banner of draft.banners) {
    for (const field of Object.values(bannerFields)) {
      values.set(`banner ${banner.id} ${field}`, JSON.stringify(banner[field]));
    }
  }
  return values;
}

/** Returns what the server refused of a sent draft, each field once. */
export function refusalsOf(error: unknown, sent: ShopDraft): Refusal[] {
  const refusals = new Map<FieldKey, Refusal>();
  const values = valuesOf(sent);
  for (const { field, message } of error instanceof ApiProblem ? error.fields : []) {
    const key = keyOf(field, sent);
    const value = key && values.get(key);
    if (key && value !== undefined && !refusals.has(key)) refusals.set(key, { key, value, reason: message });
  }
  return [...refusals.values()];
}

/** Returns the refusals whose values a draft still has. */
export function stillRefused(refused: readonly Refusal[], draft: ShopDraft): Refusal[] {
  if (refused.length === 0) return [];
  const values = valuesOf(draft);
  return refused.filter(({ key, value }) => values.get(key) === value);
}

/** Why a field of a draft was refused; undefined for one that was not. */
export function reasonOf(refused: readonly Refusal[], key: FieldKey): string | undefined {
  return refused.find((one) => one.key === key)?.reason;
}

/**
 * Returns what can be sent of a draft. Values that the server refused, and addresses and names that are still being
 * typed, are as they were stored: everything else is saved on its own. `stored` has the banners as they were stored, by
 * the ids of the draft.
 */
export function sendable(
  draft: ShopDraft,
  base: ShopConfig | null,
  refused: readonly Refusal[],
  stored: readonly DraftBanner[],
): ShopDraft {
  const before = draftOf(base);
  const refusedKeys = new Set(stillRefused(refused, draft).map(({ key }) => key));
  const banners = draft.banners.map((banner) => {
    const was = stored.find(({ id }) => id === banner.id);
    const next = { ...banner };
    if (!isBannerLink(banner.href) || refusedKeys.has(`banner ${banner.id} href`)) next.href = was?.href ?? '';
    if (banner.name.trim() === '' || refusedKeys.has(`banner ${banner.id} name`)) next.name = was?.name ?? '';
    if (refusedKeys.has(`banner ${banner.id} imageKey`)) next.imageKey = was?.imageKey ?? '';
    if (refusedKeys.has(`banner ${banner.id} active`)) next.active = was?.active ?? false;
    return { ...next, active: next.active && next.imageKey !== '' };
  });
  return {
    ...draft,
    banners: refusedKeys.has('banners') ? before.banners : banners,
    ...(refusedKeys.has('name') && { name: before.name }),
    ...(refusedKeys.has('logo') && { logoKey: before.logoKey, logoUrl: before.logoUrl }),
    ...((contactFields.some((field) => refusedKeys.has(`contact ${field}`)) || !isContact(draft)) && {
      contact: before.contact,
    }),
    ...(refusedKeys.has('popular') && { popular: before.popular }),
    ...(refusedKeys.has('theme') && { theme: before.theme }),
  };
}
