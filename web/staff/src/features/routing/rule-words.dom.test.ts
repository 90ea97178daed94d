import { describe, expect, test } from 'vitest';

import { operatorTypeTexts } from '@shared/format/operator-types';

import type { Rule } from './routing-queries';
import { routingTexts } from './routing-texts';
import { conditionsOf, moved, suppliersOf, typedList } from './rule-words';

const rule: Rule = {
  name: 'Night',
  groups: [],
  clients: [],
  prefixes: [],
  from: 0,
  to: 0,
  strategy: 'cheapest',
  suppliers: [],
};

describe('a rule in words', () => {
  test('names each condition', () => {
    expect(conditionsOf(rule, routingTexts.en, operatorTypeTexts.en)).toBe('Every order');
    const night = { ...rule, groups: ['mobile'], clients: [1001], prefixes: ['0812', '0813'], from: 22, to: 6 };
    expect(conditionsOf(night, routingTexts.en, operatorTypeTexts.en)).toBe(
      'Mobile Credit · client 1001 · number 0812, 0813 · 22:00 to 06:00 WIB',
    );
  });

  test('names its suppliers in their order, or with their shares', () => {
    const suppliers = [
      { supplier: 'b', weight: 70 },
      { supplier: 'a', weight: 30 },
    ];
    expect(suppliersOf(rule, routingTexts.en)).toBe('all that sell the product');
    expect(suppliersOf({ ...rule, strategy: 'fixed', suppliers }, routingTexts.en)).toBe('b → a');
    expect(suppliersOf({ ...rule, strategy: 'shares', suppliers }, routingTexts.en)).toBe('b 70 : a 30');
  });
});

test('a typed list has no blanks', () => {
  expect(typedList(' 0812,0813 , ')).toEqual(['0812', '0813']);
});

test('an entry moves within its list alone', () => {
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
});
