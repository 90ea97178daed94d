import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { presenceHeaders } from '@shared/session/presence';

import { renderPart } from '../../../test/render';
import { SessionEnd } from './session-end';

const minute = 60_000;

beforeEach(() => {
  window.localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => vi.useRealTimers());

/** A use now, and a session that ends after 30 minutes without one. */
function useNow() {
  // A call of a present user counts as use.
  const stay = vi.fn(presenceHeaders);
  fireEvent.pointerMove(window);
  presenceHeaders();
  renderPart(<SessionEnd idleMinutes={30} stay={stay} />);
  return stay;
}

const pass = (minutes: number) => act(() => void vi.advanceTimersByTime(minutes * minute));
const dialog = () => screen.findByRole('dialog', { name: 'You will be signed out soon' });
const expectNone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('tells who is away two minutes before the end, and goes on with the session of who stays', async () => {
  const stay = useNow();
  pass(26);
  await expectNone();
  pass(1.5);
  await dialog();
  expect(stay).not.toHaveBeenCalled();
  fireEvent.pointerDown(window);
  fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
  expect(stay).toHaveBeenCalledOnce();
  await expectNone();
  pass(26);
  await expectNone();
  pass(1.5);
  await dialog();
});

it('asks nobody who is present, and closes when another tab was used or the session has ended', async () => {
  const stay = useNow();
  pass(26.9);
  fireEvent.keyDown(window, { key: 'a' });
  pass(0.5);
  expect(stay).toHaveBeenCalledOnce();
  await expectNone();

  pass(27.5);
  await dialog();
  window.localStorage.setItem('loket.shared.usedAt', String(Date.now()));
  pass(0.5);
  await expectNone();

  pass(27);
  await dialog();
  pass(3);
  await expectNone();
});
