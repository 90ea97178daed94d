import { expect, it } from 'vitest';

import { findOperators, type HomeGroup, homeGroups, popularOperators } from './groups';

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
  ['nothing', []],
])('finds %j', (search, found) => {
  expect(findOperators(groups, search, nameOf)).toEqual(found);
});
