import { type operatorTypeTexts, operatorTypeName } from '@shared/format/operator-types';

import type { Rule } from './routing-queries';
import type { routingTexts } from './routing-texts';

type Texts = (typeof routingTexts)['en'];

const digits = 2;

/** An hour of the day, such as 06:00. */
export function hourName(hour: number): string {
  return `${String(hour).padStart(digits, '0')}:00`;
}

/** The conditions of a rule in words. */
export function conditionsOf(rule: Rule, texts: Texts, types: (typeof operatorTypeTexts)['en']): string {
  const { groups, clients, prefixes, from, to } = rule;
  const words = [
    groups.map((group) => operatorTypeName(types, group)).join(', '),
    clients.length === 0 ? '' : texts.clients(clients.join(', ')),
    prefixes.length === 0 ? '' : texts.prefixes(prefixes.join(', ')),
    from === to ? '' : texts.hours(hourName(from), hourName(to)),
  ].filter((one) => one !== '');
  return words.length === 0 ? texts.every : words.join(' · ');
}

/** The suppliers of a rule in words, with their shares. */
export function suppliersOf({ strategy, suppliers }: Rule, texts: Texts): string {
  if (suppliers.length === 0) return texts.all;
  const names = suppliers.map(({ supplier, weight }) => (strategy === 'shares' ? `${supplier} ${weight}` : supplier));
  return names.join(strategy === 'fixed' ? ' → ' : ' : ');
}

/** A list that was typed with commas, without blanks. */
export function typedList(text: string): string[] {
  return text
    .split(/[\s,]+/u)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** A list with one entry moved by one place; the list itself where there is none. */
export function moved<Entry>(list: readonly Entry[], at: number, by: -1 | 1): Entry[] {
  const copy = [...list];
  const [entry] = copy.splice(at, 1);
  const position = at + by;
  if (entry === undefined || position < 0 || position > copy.length) return [...list];
  copy.splice(position, 0, entry);
  return copy;
}
