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

/** Returns the operators whose name or code has each word of the search, or whose group is called so. */
export function findOperators(
  groups: readonly HomeGroup[],
  search: string,
  nameOf: (group: HomeGroup) => string,
): ShopOperator[] {
  const words = wordsOf(search);
  const matches = new Map<string, ShopOperator>();
  for (const group of groups) {
    for (const operator of group.operators) {
      const text = textOf(operator, nameOf(group));
      if (words.every((word) => has(text, word))) matches.set(operator.code, operator);
    }
  }
  return [...matches.values()];
}

/** A product as the search finds it. The server lists those of the shop. */
export interface FoundProduct {
  /** Code of the operator. */
  operator: string;
  code: string;
  denom: string;
  /** Whole rupiah. */
  price: number;
}

const mostProducts = 24;

/**
 * Returns the products that have each word of the search, in their own name or code or in those of their operator: 86
 * diamonds, dana 50. Words that only name the operator find the operator, not all its products.
 */
export function findProducts(
  products: readonly FoundProduct[],
  groups: readonly HomeGroup[],
  search: string,
  nameOf: (group: HomeGroup) => string,
): FoundProduct[] {
  const words = wordsOf(search);
  const texts = new Map<string, string>();
  for (const group of groups) {
    for (const operator of group.operators) texts.set(operator.code, textOf(operator, nameOf(group)));
  }
  const matches = products.filter(({ operator, denom, code }) => {
    const brand = texts.get(operator);
    if (brand === undefined) return false;
    // 10.000 is found as 10000 and as 10.
    const denomText = `${plain(denom)} ${denom.replaceAll('.', '')} ${plain(code)}`.toLowerCase();
    return words.every((word) => has(brand, word) || has(denomText, word)) && words.some((word) => !has(brand, word));
  });
  return matches.slice(0, mostProducts);
}

function textOf(operator: ShopOperator, group: string): string {
  return `${plain(operator.name)} ${plain(operator.code)} ${plain(group)}`;
}

function wordsOf(search: string): string[] {
  return plain(search).split(' ').filter(Boolean);
}

/** Numbers begin a word, so that 50 does not find 150.000; letters may stand anywhere. */
function has(text: string, word: string): boolean {
  return /^\d/u.test(word) ? ` ${text}`.includes(` ${word}`) : text.includes(word);
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
