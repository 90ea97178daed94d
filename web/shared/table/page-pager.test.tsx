import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { renderPart } from '../../test/render';
import type { ListView } from './data-table';
import { PagePager } from './page-pager';

const rowsOf = (count: number): ListView<object> => ({
  kind: 'rows',
  rows: Array.from({ length: count }, () => ({})),
  waiting: false,
});
const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' });
const previous = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Previous page' });

function renderPager(props: { page?: number; view?: ListView<object>; total?: number; hasNext?: boolean }) {
  const onPage = vi.fn<(page: number | undefined) => void>();
  const { page, view = rowsOf(2), ...rest } = props;
  const part = renderPart(<PagePager page={page} pageSize={2} view={view} onPage={onPage} {...rest} />);
  return { ...part, onPage };
}

describe('the pager of numbered pages', () => {
  it('leaves the first page out of the address', async () => {
    const { user, onPage } = renderPager({ page: 2 });
    await user.click(previous());
    expect(onPage).toHaveBeenLastCalledWith(undefined);
    await user.click(next());
    expect(onPage).toHaveBeenLastCalledWith(3);
  });

  it.each([
    ['a full page without a total', {}, true],
    ['a short page without a total', { view: rowsOf(1) }, false],
    ['the last page of a total', { page: 2, total: 4 }, false],
    ['a page before the last of a total', { total: 3 }, true],
    ['the page that the server calls the last', { hasNext: false }, false],
    ['a page whose rows are still those before it', { view: { ...rowsOf(2), waiting: true } }, false],
    ['a page whose rows are loading', { view: { kind: 'loading' }, total: 9 } as const, false],
  ])('after %s', (_, props, follows) => {
    renderPager(props);
    expect(next().disabled).toBe(!follows);
    expect(previous().disabled).toBe(!('page' in props));
  });

  it('leaves the place of a notice to the notice', () => {
    renderPager({ view: { kind: 'notice', notice: null } });
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});
