import type { ShopGroup, ShopOperator } from '@shared/shop/shop-data';

/** A group as the home page shows it. `name` is empty if the shop has its own word for the kind. */
export interface HomeGroup {
  kind: string;
  label: string;
  operators: ShopOperator[];
}

/** Types that are one to shoppers, and the kind that stands for them. */
const sameKind: Record<string, string> = {
  game_close_amount: 'game',
  ewallet_inquiry: 'ewallet',
};

/** Joins the types that are one to shoppers. Groups keep their order, empty ones are left out. */
export function homeGroups(groups: readonly ShopGroup[]): HomeGroup[] {
  const joined = new Map<string, HomeGroup>();
  for (const { type, label, operators } of groups) {
    const kind = sameKind[type] ?? type;
    const group = joined.get(kind) ?? { kind, label, operators: [] };
    for (const operator of operators) {
      if (!group.operators.some(({ code }) => code === operator.code)) group.operators.push(operator);
    }
    if (group.operators.length > 0) joined.set(kind, group);
  }
  return [...joined.values()];
}

/** Returns the popular operators in their order. Codes that the shop does not sell are left out. */
export function popularOperators(groups: readonly HomeGroup[], popular: readonly string[]): ShopOperator[] {
  const all = groups.flatMap(({ operators }) => operators);
  return popular.flatMap((code) => all.find((operator) => operator.code === code) ?? []);
}

/** Returns the operators whose name contains each word of the search, or whose group is called so. */
export function findOperators(
  groups: readonly HomeGroup[],
  search: string,
  nameOf: (group: HomeGroup) => string,
): ShopOperator[] {
  const words = plain(search).split(' ').filter(Boolean);
  const found = new Map<string, ShopOperator>();
  for (const group of groups) {
    for (const operator of group.operators) {
      const text = `${plain(operator.name)} ${plain(nameOf(group))}`;
      if (words.every((word) => text.includes(word))) found.set(operator.code, operator);
    }
  }
  return [...found.values()];
}

/** Lower case without accents and punctuation. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
