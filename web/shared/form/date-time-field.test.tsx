import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { renderPart } from '../../test/render';
import { DateTimeField } from './date-time-field';

const labels = { dayLabel: 'Start date', timeLabel: 'Start time', lastDay: '2026-11-21' } as const;
const minutes = () => screen.getByLabelText<HTMLInputElement>(/Start time.*minutes/u);
const hours = () => screen.getByLabelText<HTMLInputElement>(/Start time.*hours/u);
/** Its code comes after that of the field. */
const shownHours = () => screen.findByLabelText<HTMLInputElement>(/Start time.*hours/u);

// Otherwise the calendar opens empty, and Mantine prints the page.
beforeAll(() => import('./day-calendar'));

it('takes a time only after a day, and says whose hours they are', async () => {
  renderPart(<DateTimeField {...labels} value={{ day: undefined, time: undefined }} onChange={vi.fn()} />);
  expect((await shownHours()).disabled).toBe(true);
  expect(hours().getAttribute('aria-label')).toContain('WIB');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Start date/u }).disabled).toBe(false);
});

it('gives a whole time with its day', async () => {
  const onChange = vi.fn();
  const { user } = renderPart(
    <DateTimeField {...labels} value={{ day: '2026-11-20', time: undefined }} onChange={onChange} />,
  );
  await user.type(await shownHours(), '0805');
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

/** The field as a page holds it. */
function Held({ onChange }: { onChange: (time: string | undefined) => void }) {
  const [time, setTime] = useState<string | undefined>('08:05');
  return (
    <>
      <DateTimeField
        {...labels}
        value={{ day: '2026-11-20', time }}
        onChange={(next) => {
          setTime(next.time);
          onChange(next.time);
        }}
      />
      <button type="button">Beside</button>
    </>
  );
}

describe('a time of which a part is emptied', () => {
  it('clears nothing while it is typed again', async () => {
    const onChange = vi.fn();
    const { user } = renderPart(<Held onChange={onChange} />);
    await user.click(minutes());
    await user.keyboard('{Backspace}');
    expect(minutes().value).toBe('');
    expect(onChange).not.toHaveBeenCalled();
    await user.keyboard('30');
    expect(onChange.mock.calls.every(([time]) => time !== undefined)).toBe(true);
    expect(onChange).toHaveBeenLastCalledWith('08:30');
  });

  it('is the one that stood when the field is left', async () => {
    const onChange = vi.fn();
    const { user } = renderPart(<Held onChange={onChange} />);
    await user.click(minutes());
    await user.keyboard('{Backspace}');
    await user.click(screen.getByText('Beside'));
    expect([hours().value, minutes().value]).toEqual(['08', '05']);
    expect(onChange).not.toHaveBeenCalled();
  });

  it('is cleared by emptying both parts, and at once by its button', async () => {
    const onChange = vi.fn();
    const { user } = renderPart(<Held onChange={onChange} />);
    await user.click(minutes());
    await user.keyboard('{Backspace}');
    await user.click(hours());
    await user.keyboard('{Backspace}');
    await user.click(screen.getByText('Beside'));
    expect(onChange.mock.calls).toEqual([[undefined]]);
    await user.type(hours(), '0930');
    expect(onChange).toHaveBeenLastCalledWith('09:30');
    await user.click(screen.getByRole('button', { name: /Clear.*Start time/iu, hidden: true }));
    expect(onChange).toHaveBeenLastCalledWith(undefined);
  });
});
