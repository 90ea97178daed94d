import { readTheme, type Theme } from '@shared/shop/theme';

import type { ShopConfig, ShopInput } from '../connect-queries';
import { isLink } from '../link-rules';
import { type Contact, isEmail, isWhatsApp, storedForm } from './contact-rules';

/** Limits of a shop (docs/product/shop.md#look). */
export const limits = { name: 50, hours: 60, banners: 4, bannerName: 60, popular: 4, image: 10 * 1024 * 1024 } as const;

/** A banner that is edited. */
export interface DraftBanner {
  /** Key of its row, which stays while banners are moved. */
  id: number;
  name: string;
  imageKey: string;
  imageUrl: string;
  active: boolean;
  href: string;
}

/** What the first step edits. */
export interface ShopDraft {
  name: string;
  logoKey: string;
  logoUrl: string;
  contact: Contact;
  banners: readonly DraftBanner[];
  /** Codes of popular operators. */
  popular: readonly string[];
  theme: Theme;
}

/** A part of the set-up that can change on its own. */
export type Part = 'name' | 'logo' | 'contact' | 'theme' | 'banners' | 'popular' | 'payment';

/** Returns what is edited of a stored set-up. Without one, everything is empty and the theme is the default. */
export function draftOf(config: ShopConfig | null): ShopDraft {
  return {
    name: config?.name ?? '',
    logoKey: config?.logoImageKey ?? '',
    logoUrl: config?.logoImageUrl ?? '',
    contact: { whatsapp: '', email: '', hours: '', ...config?.contact },
    banners: (config?.banners ?? []).map((banner, id) => ({
      id,
      name: banner.name,
      imageKey: banner.image_key,
      imageUrl: banner.image_url,
      active: banner.is_active,
      href: banner.href,
    })),
    popular: (config?.topOperators ?? []).map(({ code }) => code),
    theme: readTheme({ ...config?.theme }),
  };
}

/** Reports whether a banner's address can be stored: none, or a link with protocol. */
export function isBannerLink(href: string): boolean {
  return href === '' || isLink(href);
}

function bannersOf(draft: ShopDraft) {
  return draft.banners.map(({ name, imageKey, active, href }) => ({
    name: name.trim(),
    image_key: imageKey,
    is_active: active,
    href,
  }));
}

/** Returns what must be sent so that the stored set-up becomes the draft. */
export function changesOf(draft: ShopDraft, base: ShopConfig | null): ShopInput {
  const before = draftOf(base);
  const input: ShopInput = {};
  if (draft.name.trim() !== before.name) input.name = draft.name;
  if (draft.logoKey !== before.logoKey) input.logoImageKey = draft.logoKey;
  if (!same(storedForm(draft.contact), before.contact)) input.contact = storedForm(draft.contact);
  const banners = bannersOf(draft);
  if (!same(banners, bannersOf(before))) input.banners = banners;
  if (!same(draft.popular, before.popular)) input.topOperators = [...draft.popular];
  if (!same(draft.theme, before.theme)) input.theme = draft.theme;
  return input;
}

/** Returns a draft with the fresh links of a set-up that was read again to the pictures that both have. */
export function withFreshLinks(draft: ShopDraft, config: ShopConfig): ShopDraft {
  const links = new Map(config.banners.map(({ image_key: key, image_url: url }) => [key, url]));
  links.set(config.logoImageKey, config.logoImageUrl);
  const fresh = (key: string, url: string) => (key === '' ? url : (links.get(key) ?? url));
  return {
    ...draft,
    logoUrl: fresh(draft.logoKey, draft.logoUrl),
    banners: draft.banners.map((banner) => ({ ...banner, imageUrl: fresh(banner.imageKey, banner.imageUrl) })),
  };
}

/** Reports whether the contact can be stored. */
export function isContact({ contact }: ShopDraft): boolean {
  return isWhatsApp(contact.whatsapp) && isEmail(contact.email);
}

/** Returns the parts in which two set-ups differ, for the question whose version counts. */
export function partsThatDiffer(one: ShopConfig | null, other: ShopConfig | null): Part[] {
  const [a, b] = [draftOf(one), draftOf(other)];
  const parts: Part[] = [];
  if (a.name !== b.name) parts.push('name');
  if (a.logoKey !== b.logoKey) parts.push('logo');
  if (!same(a.contact, b.contact)) parts.push('contact');
  if (!same(a.theme, b.theme)) parts.push('theme');
  if (!same(bannersOf(a), bannersOf(b))) parts.push('banners');
  if (!same(a.popular, b.popular)) parts.push('popular');
  if (one?.deeplinkUrl !== other?.deeplinkUrl || one?.fallbackUrl !== other?.fallbackUrl) parts.push('payment');
  return parts;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** The order of the fields of a theme is no difference. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b)));
}
