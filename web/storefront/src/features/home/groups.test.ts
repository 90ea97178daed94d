import { expect, it } from 'vitest';

import { findOperators, findProducts, type HomeGroup, homeGroups, popularOperators } from './groups';

const ml = { code: 'ml', name: 'Mobile Legends' };
const ff = { code: 'ff', name: 'Free Fire' };
const xl = { code: 'xl', name: 'XL' };
const pokemon = { code: 'pk', name: 'Pokémon-GO' };
const given = [
  { type: 'mobile', label: 'Mobile Credit', operators: [xl] },
  { type: 'game', label: 'Game', operators: [ml] },
  { type: 'emoney', label: 'E-Money', operators: [] },
  { type: 'game_close_amount', label: 'Game (Fixed Amount)', operators: [ff, ml, pokemon] },
];
const groups = homeGroups(given);
const names: Record<string, string> = { mobile: 'Pulsa', game: 'Game' };
const nameOf = ({ kind }: HomeGroup) => names[kind] ?? '';

it('joins types that are one to shoppers, without repeating an operator or changing what was given', () => {
  expect(groups).toEqual([
    { kind: 'mobile', label: 'Mobile Credit', operators: [xl] },
    { kind: 'game', label: 'Game', operators: [ml, ff, pokemon] },
  ]);
  expect(given[1]?.operators).toEqual([ml]);
});

it('shows popular operators in their order and leaves out what is not sold', () => {
  expect(popularOperators(groups, ['ff', 'gone', 'xl'])).toEqual([ff, xl]);
});

it.each([
  ['legend', [ml]],
  ['  FIRE free ', [ff]],
  ['pulsa', [xl]],
  ['pokemon go', [pokemon]],
  ['game', [ml, ff, pokemon]],
  ['FF', [ff]],
  ['nothing', []],
])('finds %j', (search, expected) => {
  expect(findOperators(groups, search, nameOf)).toEqual(expected);
});

const products = [
  { operator: 'ml', code: 'ML86', denom: '86 Diamonds', price: 23_000 },
  { operator: 'ml', code: 'ML172', denom: '172 Diamonds', price: 46_000 },
  { operator: 'ff', code: 'FF140', denom: '140 Diamonds', price: 20_000 },
  { operator: 'xl', code: 'XL50', denom: '50.000', price: 51_000 },
  { operator: 'xl', code: 'XL150', denom: '150.000', price: 151_000 },
  { operator: 'gone', code: 'GONE86', denom: '86 Diamonds', price: 1 },
];

it.each([
  ['diamond', ['ML86', 'ML172', 'FF140']],
  ['86 diamonds', ['ML86']],
  ['ml86', ['ML86']],
  ['legends 172', ['ML172']],
  ['xl 50', ['XL50']],
  ['pulsa 50000', ['XL50']],
  ['free fire', []],
  ['2 diamonds', []],
  ['', []],
])('finds products by %j', (search, codes) => {
  expect(findProducts(products, groups, search, nameOf).map(({ code }) => code)).toEqual(codes);
});
