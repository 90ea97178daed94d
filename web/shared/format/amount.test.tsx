import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { Amount } from './amount';
import { GroupedNumber } from './grouped-number';
import { walletTypeName } from './wallet-type';

describe('pieces that copy as plain values', () => {
  it.each([
    [<Amount key="a" value={100_450} />, 'Rp.100.450'],
    [<Amount key="b" value={-100_450} sign="always" />, '\u2212Rp.100.450'],
    [<Amount key="c" value={2_394_000} prefix="Rp" />, 'Rp\u00a02.394.000'],
    [<GroupedNumber key="d" value="2611211432410100042" />, '2611211432410100042'],
  ])('case %#', (piece, text) => {
    expect(render(piece).container).toHaveProperty('textContent', text);
  });
});

describe('walletTypeName', () => {
  it.each([
    ['level_1', 'Level 1'],
    ['multibiller', 'Multibiller'],
    ['marketplace', 'Marketplace'],
    ['prepaid_plus_2', 'Prepaid Plus 2'],
    ['', ''],
  ])('%s', (type, name) => {
    expect(walletTypeName(type)).toBe(name);
  });
});
