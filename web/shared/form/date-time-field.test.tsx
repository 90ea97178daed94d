import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { renderPart } from '../../test/render';
import { DateTimeField } from './date-time-field';

const labels = { dayLabel: 'Start date', timeLabel: 'Start time', lastDay: '2026-11-21' } as const;
const hours = () => screen.getByLabelText<HTMLInputElement>(/Start time.*hours/u);

it('takes a time only after a day, and says whose hours they are', () => {
  renderPart(<DateTimeField {...labels} value={{ day: undefined, time: undefined }} onChange={vi.fn()} />);
  expect(hours().disabled).toBe(true);
  expect(hours().getAttribute('aria-label')).toContain('WIB');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Start date/u }).disabled).toBe(false);
});

it('gives a whole time with its day', async () => {
  const onChange = vi.fn();
  const { user } = renderPart(
    <DateTimeField {...labels} value={{ day: '2026-11-20', time: undefined }} onChange={onChange} />,
  );
  await user.type(hours(), '0805');
  expect(onChange).toHaveBeenLastCalledWith({ day: '2026-11-20', time: '08:05' });
});

it('clears the time with the day', async () => {
  const onChange = vi.fn();
  const { user } = renderPart(
    <DateTimeField {...labels} value={{ day: '2026-11-20', time: '08:05' }} onChange={onChange} />,
  );
  await user.click(screen.getByRole('button', { name: 'Start date: 20 Nov 2026' }));
  await user.click(await screen.findByRole('button', { name: 'Clear date', hidden: true }));
  expect(onChange).toHaveBeenLastCalledWith({ day: undefined, time: undefined });
});
