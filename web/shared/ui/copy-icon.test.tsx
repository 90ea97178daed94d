import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { ThemeProvider } from '@shared/theme/theme-provider';

import { CopyIcon } from './copy-icon';

it.each([
  ['says for a moment that it copied', true, 'Copied'],
  ['says that the browser did not let it', false, 'The browser did not allow copying'],
])('%s', async (_, works, text) => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  document.execCommand = () => works;
  render(
    <ThemeProvider>
      <CopyIcon value="0812" label="Copy customer number" />
    </ThemeProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Copy customer number 0812' }));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByText('Copied') !== null).toBe(works);
});
