import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { renderPart } from '../../test/render';
import { Pager } from './pager';

const arrows = { onPrevious: null, onNext: () => undefined };

function renderPager(total: number | undefined, page = 1, rowCount = 10) {
  const onPage = vi.fn<(page: number) => void>();
  const part = renderPart(
    <Pager page={page} pageSize={10} rowCount={rowCount} total={total} onPage={onPage} {...arrows} />,
  );
  return { ...part, onPage };
}

const field = () => screen.getByRole('textbox', { name: /^Page, 1 to/u });

describe('the pager', () => {
  it.each([
    [undefined, 1, 10, 'Rows 1–10'],
    [undefined, 1, 1, 'Row 1'],
    [undefined, 1, 0, 'No rows'],
    [45, 5, 5, 'Rows 41–45 of 45'],
    [41, 5, 1, 'Row 41 of 41'],
    [12_340, 101, 10, 'Rows 1.001–1.010 of 12.340'],
  ])('of %s rows on page %i says where it is', (total, page, rows, words) => {
    renderPager(total, page, rows);
    expect(screen.getByText(words)).toBeDefined();
  });

  it.each([
    ['7{Enter}', 7],
    ['7{Tab}', 7],
    ['99{Enter}', 13],
  ])('opens the page for %s', async (keys, page) => {
    const { user, onPage } = renderPager(123);
    await user.click(field());
    await user.keyboard(keys);
    expect(onPage).toHaveBeenCalledWith(page);
  });

  it.each(['0{Enter}', '{Backspace}{Enter}', 'a1{Enter}'])('stays on the page for %s', async (keys) => {
    const { user, onPage } = renderPager(123);
    await user.click(field());
    await user.keyboard(keys);
    expect(onPage).not.toHaveBeenCalled();
  });

  it('follows the page', async () => {
    const { redraw } = renderPager(123);
    redraw(<Pager page={4} pageSize={10} rowCount={10} total={123} onPage={() => undefined} {...arrows} />);
    expect(field()).toHaveProperty('value', '4');
  });

  it('without a total has no field', () => {
    renderPager(undefined);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByText('Page 1')).toBeDefined();
  });
});
