import { type DraftBanner, limits } from './draft';

/** Returns the list with one item at another place. */
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

/** Returns a new banner: inactive and without an image, with a name that no other has. */
export function newBanner(others: readonly DraftBanner[]): DraftBanner {
  const names = new Set(others.map(({ name }) => name));
  let number = others.length + 1;
  while (names.has(`banner ${number}`)) number += 1;
  const id = Math.max(-1, ...others.map((banner) => banner.id)) + 1;
  return { id, name: `banner ${number}`, imageKey: '', imageUrl: '', active: false, href: '' };
}

/** Returns the popular codes after a press on one, or null if there would be too many. */
export function toggled(popular: readonly string[], code: string): string[] | null {
  if (popular.includes(code)) return popular.filter((one) => one !== code);
  return popular.length >= limits.popular ? null : [...popular, code];
}
