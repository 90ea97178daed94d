import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { renderPart } from '../../test/render';
import { FlowChart } from './flow-chart';
import { spanAfter } from './use-pointed-span';

const labels = { in: 'In', out: 'Out', balance: 'Balance' };
const flows = [
  { key: '1', title: '20 Nov 2026', in: 1_500_000, out: 0, balance: 1_500_000 },
  { key: '2', title: '21 Nov 2026', in: 0, out: 250_000, balance: 1_250_000 },
];

it('shows the figures of a day to the keyboard, and hides them by Esc and when the focus leaves', async () => {
  const { user } = renderPart(<FlowChart label="Money" flows={flows} kind="flows" labels={labels} />);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('img', { name: 'Money' }));
  await user.keyboard('{ArrowLeft}');
  expect(screen.getByText('Rp 250.000')).toBeTruthy();
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(screen.getByText('Rp 1.500.000')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.queryByText('Rp 1.500.000')).toBeNull();
  await user.keyboard('{End}');
  await user.tab();
  expect(screen.queryByText('Rp 250.000')).toBeNull();
});

it.each([
  ['ArrowLeft', null, 2],
  ['ArrowLeft', 2, 1],
  ['ArrowLeft', 0, 0],
  ['ArrowRight', null, 2],
  ['ArrowRight', 2, 2],
  ['Home', 1, 0],
  ['End', null, 2],
  ['Escape', 1, null],
  ['Escape', null, undefined],
  ['Tab', 1, undefined],
])('%s leads from %o to %o of three spans', (key, from, to) => expect(spanAfter(key, from, 3)).toBe(to));
