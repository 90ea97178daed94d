import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { renderPart } from '../../test/render';
import { Tip } from './tip';

function Page({ disabled = false }: { disabled?: boolean }) {
  return (
    <>
      <Tip label="Copy the order" disabled={disabled}>
        <button type="button">Copy</button>
      </Tip>
      <button type="button">Next</button>
    </>
  );
}

const button = () => screen.getByRole('button', { name: 'Copy' });

/** Moves the pointer, and lets the time pass after which a tip is shown where the pointer rests. */
async function passRestTime(point: () => void): Promise<void> {
  // The tip's code is there, so that only the time is waited for.
  await import('./tip-bubble');
  vi.useFakeTimers();
  point();
  await act(() => vi.advanceTimersByTimeAsync(1000));
}

afterEach(() => void vi.useRealTimers());

/** The text that describes the button. */
function description(): string | null | undefined {
  const id = button().getAttribute('aria-describedby');
  return id === null ? undefined : document.querySelector(`#${CSS.escape(id)}`)?.textContent;
}

it('describes its element while the pointer rests on it', async () => {
  const { user } = renderPart(<Page />);
  await user.hover(button());
  expect((await screen.findByRole('tooltip')).textContent).toBe('Copy the order');
  expect(description()).toBe('Copy the order');
  await user.unhover(button());
  expect(description()).toBeUndefined();
});

it('describes its element on focus by the keyboard, until Esc', async () => {
  const { user } = renderPart(<Page />);
  await user.tab();
  expect(document.activeElement).toBe(button());
  await screen.findByRole('tooltip');
  await user.keyboard('{Escape}');
  expect(description()).toBeUndefined();
});

it('describes its element once the pointer has rested', async () => {
  renderPart(<Page />);
  await passRestTime(() => fireEvent.mouseEnter(button()));
  expect(button().hasAttribute('aria-describedby')).toBe(true);
});

it('is not there for a pointer that only passed', async () => {
  renderPart(<Page />);
  await passRestTime(() => {
    fireEvent.mouseEnter(button());
    fireEvent.mouseLeave(button());
  });
  expect(button().hasAttribute('aria-describedby')).toBe(false);
});

it('describes its element at once when it is pressed, if it has no other purpose', async () => {
  renderPart(
    <Tip label="The number is not registered" onPress>
      <button type="button">Copy</button>
    </Tip>,
  );
  fireEvent.click(button());
  expect((await screen.findByRole('tooltip')).textContent).toBe('The number is not registered');
  fireEvent.blur(button());
  expect(description()).toBeUndefined();
});

it('describes nothing while it is disabled', async () => {
  renderPart(<Page disabled />);
  await passRestTime(() => fireEvent.mouseEnter(button()));
  expect(button().hasAttribute('aria-describedby')).toBe(false);
});
