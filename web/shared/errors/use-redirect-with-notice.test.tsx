import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { NoticePlace } from '@shared/notify/notice-place';
import { clearNotices } from '@shared/notify/notify';

import { renderPart } from '../../test/render';
import { useRedirectWithNotice } from './use-redirect-with-notice';

const leave = vi.fn<() => void>();

function Page() {
  useRedirectWithNotice({ title: 'Error', text: 'Not for you' }, leave);
  return <NoticePlace kind="page" />;
}

afterEach(() => {
  act(clearNotices);
  vi.useRealTimers();
});

it('tells why, and leaves 1.5 s later', () => {
  vi.useFakeTimers();
  const { redraw } = renderPart(<Page />);
  expect(screen.getByRole('alert').textContent).toBe('ErrorNot for you');
  act(() => void vi.advanceTimersByTime(1499));
  // Rendering again doesn't begin the delay again.
  redraw(<Page />);
  expect(leave).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1));
  expect(leave).toHaveBeenCalledTimes(1);
});
