import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';

import { renderPart } from '../../test/render';
import { Dropdown } from './dropdown';

function Page() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Dropdown
        opened={opened}
        onClose={() => setOpened(false)}
        label="Your account"
        position="bottom-end"
        renderButton={(button) => (
          <button type="button" {...button} onClick={() => setOpened(!opened)}>
            Account
          </button>
        )}
      >
        <button type="button">Sign out</button>
      </Dropdown>
      <p>Elsewhere</p>
    </>
  );
}

// Without a layout, the panel counts as out of sight.
const hidden = { hidden: true };
const button = () => screen.getByRole('button', { name: 'Account' });

it('opens by its button, which says so, and closes on Esc', async () => {
  const { user } = renderPart(<Page />);
  expect(button().getAttribute('aria-expanded')).toBe('false');
  await user.click(button());
  const panel = await screen.findByRole('dialog', hidden);
  expect(button().getAttribute('aria-controls')).toBe(panel.id);
  fireEvent.keyDown(panel, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog', hidden)).toBeNull());
  expect(button().getAttribute('aria-expanded')).toBe('false');
  await waitFor(() => expect(document.activeElement).toBe(button()));
});

it('closes by a press elsewhere and by its button', async () => {
  const { user } = renderPart(<Page />);
  await user.click(button());
  await screen.findByRole('dialog', hidden);
  await user.click(screen.getByText('Elsewhere'));
  await waitFor(() => expect(screen.queryByRole('dialog', hidden)).toBeNull());
  await user.click(button());
  await screen.findByRole('dialog', hidden);
  await user.click(button());
  await waitFor(() => expect(screen.queryByRole('dialog', hidden)).toBeNull());
});
