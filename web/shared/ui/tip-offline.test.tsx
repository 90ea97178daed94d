import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { renderPart } from '../../test/render';
import { Tip } from './tip';

const load = vi.fn<() => void>();
vi.mock(import('./tip-bubble'), () => {
  load();
  throw new Error('Failed to fetch dynamically imported module');
});

afterEach(() => void vi.useRealTimers());

it('describes nothing while its code cannot be loaded', async () => {
  renderPart(
    <Tip label="Copy the order">
      <button type="button">Copy</button>
    </Tip>,
  );
  const button = screen.getByRole('button', { name: 'Copy' });
  fireEvent.mouseEnter(button);
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  // What follows the failure has run.
  await act(() => new Promise((done) => setTimeout(done)));
  expect(button.hasAttribute('aria-describedby')).toBe(false);
});
