import { IconTag } from '@tabler/icons-react';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { renderPart } from '../../test/render';
import { EmptyNotice } from './empty-notice';

const noMatch = { by: 'search', title: 'No tag found', text: 'No tag contains x.' } as const;

function renderNotice(page: number | undefined, narrowed: boolean) {
  const onBack = vi.fn<() => void>();
  const onClear = vi.fn<() => void>();
  const part = renderPart(
    <EmptyNotice
      icon={IconTag}
      title="No tags yet"
      page={page}
      onBack={onBack}
      noMatch={narrowed ? { ...noMatch, onClear } : undefined}
    >
      Add one.
    </EmptyNotice>,
  );
  return { ...part, onBack, onClear };
}

it('says that a list has no rows at all, without a way back', () => {
  renderNotice(undefined, false);
  expect(screen.getByRole('heading', { name: 'No tags yet' })).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

it('offers to take the search back that finds none', async () => {
  const { user, onClear } = renderNotice(1, true);
  expect(screen.getByText('No tag contains x.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(onClear).toHaveBeenCalledOnce();
});

it('leads back from a page past the end before it speaks of the search', async () => {
  const { user, onBack } = renderNotice(7, true);
  expect(screen.getByText('There is nothing on page 7.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Back to page 1' }));
  expect(onBack).toHaveBeenCalledOnce();
});
