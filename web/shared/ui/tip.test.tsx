import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

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

it('is not there for a pointer that only passed', async () => {
  const { user } = renderPart(<Page />);
  await user.hover(button());
  await user.unhover(button());
  await expect(screen.findByRole('tooltip', {}, { timeout: 500 })).rejects.toThrow('Unable to find');
});

it('describes nothing while it is disabled', async () => {
  const { user } = renderPart(<Page disabled />);
  await user.hover(button());
  await expect(screen.findByRole('tooltip', {}, { timeout: 500 })).rejects.toThrow('Unable to find');
});
