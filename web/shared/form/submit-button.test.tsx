import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { ThemeProvider } from '@shared/theme/theme-provider';

import { SubmitButton } from './submit-button';

function formWith(sending: boolean, send: () => void) {
  return (
    <ThemeProvider>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <SubmitButton sending={sending} sendingLabel="Saving…">
          Save
        </SubmitButton>
      </form>
    </ThemeProvider>
  );
}

it('sends a double click once, even where the answer comes between its two presses', async () => {
  const send = vi.fn<() => void>();
  render(formWith(false, send));
  await userEvent.setup().dblClick(screen.getByRole('button', { name: 'Save' }));
  expect(send).toHaveBeenCalledTimes(1);
});

it('sends again by a second press, and nothing while it sends', async () => {
  const send = vi.fn<() => void>();
  const user = userEvent.setup();
  const { rerender } = render(formWith(false, send));
  screen.getByRole('button', { name: 'Save' }).focus();
  await user.keyboard('{Enter}');
  await user.keyboard('{Enter}');
  expect(send).toHaveBeenCalledTimes(2);
  rerender(formWith(true, send));
  await user.click(screen.getByRole('button', { name: 'Saving…' }));
  expect(send).toHaveBeenCalledTimes(2);
});
