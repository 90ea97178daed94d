import { type DraftBanner, limits } from './shop-draft';

/** Returns the list with one item at another position. */
export function movedTo<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.filter((_, index) => index !== from);
  const item = list[from];
  return item === undefined ? rest : [...rest.slice(0, to), item, ...rest.slice(to)];
}

/** Returns the banners with other fields for one of them. */
export function withFields(
  banners: readonly DraftBanner[],
  id: number,
  fields: Partial<DraftBanner>,
): readonly DraftBanner[] {
  return banners.map((banner) => (banner.id === id ? { ...banner, ...fields } : banner));
}

/** Returns the name of a new banner: banner N (docs/product/shop.md#look) with the first number that no other has. */
export function defaultName(others: readonly Pick<DraftBanner, 'name'>[]): string {
  const names = new Set(others.map(({ name }) => name.trim()));
  let number = 1;
  while (names.has(`banner ${number}`)) number += 1;
  return `banner ${number}`;
}

/** Returns a new banner: inactive and without an image, with a name that no other has. */
export function newBanner(others: readonly DraftBanner[]): DraftBanner {
  const id = Math.max(-1, ...others.map((banner) => banner.id)) + 1;
  return { id, name: defaultName(others), imageKey: '', imageUrl: '', active: false, href: '' };
}

/** Returns the banners with one that was deleted back at its position. */
export function insertedAt(banners: readonly DraftBanner[], banner: DraftBanner, index: number): DraftBanner[] {
  const taken = banners.some(({ id }) => id === banner.id);
  const id = Math.max(banner.id, ...banners.map((one) => one.id + 1));
  const back = taken ? { ...banner, id } : banner;
  return [...banners.slice(0, index), back, ...banners.slice(index)];
}

/**
 * Returns the popular codes after a press on one, or null if there would be too many. Those that the shop does not offer
 * any more do not count: they make room.
 */
export function toggled(popular: readonly string[], code: string, offered: ReadonlySet<string>): string[] | null {
  if (popular.includes(code)) return popular.filter((one) => one !== code);
  const shown = popular.filter((one) => offered.has(one));
  if (shown.length >= limits.popular) return null;
  return popular.length >= limits.popular ? [...shown, code] : [...popular, code];
}
