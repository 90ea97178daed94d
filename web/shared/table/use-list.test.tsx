import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { ApiProblem } from '@shared/api/problem';

import { deferred } from '../../test/deferred';
import { renderPart } from '../../test/render';
import type { ListColumns } from './columns';
import { DataTable } from './data-table';
import { useList } from './use-list';

interface Row {
  id: string;
}

const columns: ListColumns<Row> = [{ id: 'id', header: () => 'Id', cell: (row) => row.id }];
const idOf = (row: Row) => row.id;

const load = vi.fn<(page: number) => Promise<Row[]>>();

function List({ page = 1, instead }: { page?: number; instead?: string }) {
  const query = useQuery({
    queryKey: ['rows', page],
    queryFn: () => load(page),
    placeholderData: keepPreviousData,
    enabled: instead === undefined,
  });
  const { view, reload } = useList(query, query.data, { failed: 'It failed', empty: 'No rows yet', instead });
  return (
    <>
      <button type="button" onClick={reload}>
        Look again
      </button>
      <DataTable label="Rows" columns={columns} view={view} rowId={idOf} skeletonRows={2} />
    </>
  );
}

const busy = () => screen.getByRole('region', { name: 'Rows' }).getAttribute('aria-busy') === 'true';

it('shows a skeleton, then rows, and keeps them dimmed while the next page comes', async () => {
  const next = deferred<Row[]>();
  load.mockResolvedValueOnce([{ id: 'one' }]).mockReturnValueOnce(next.promise);
  const { redraw } = renderPart(<List />);
  expect(busy()).toBe(true);
  expect(await screen.findByText('one')).toBeTruthy();
  expect(busy()).toBe(false);
  redraw(<List page={2} />);
  expect(screen.getByText('one')).toBeTruthy();
  expect(busy()).toBe(true);
  next.resolve([{ id: 'two' }]);
  expect(await screen.findByText('two')).toBeTruthy();
  expect(screen.queryByText('one')).toBeNull();
});

it('says why there are no rows: none yet, a question first, or a failure that can be tried again', async () => {
  load.mockResolvedValueOnce([]);
  const { redraw, user } = renderPart(<List />);
  expect(await screen.findByText('No rows yet')).toBeTruthy();
  redraw(<List page={2} instead="Choose days first" />);
  expect(screen.getByText('Choose days first')).toBeTruthy();
  load.mockRejectedValueOnce(new ApiProblem({ status: 500, code: 'InternalError', message: 'Out of order.' }));
  redraw(<List page={3} />);
  expect(await screen.findByText('It failed')).toBeTruthy();
  expect(screen.getByText(/Out of order\./u)).toBeTruthy();
  load.mockResolvedValueOnce([{ id: 'three' }]);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('three')).toBeTruthy();
});

it('dims the rows while somebody looks again, and keeps them where that fails', async () => {
  const again = deferred<Row[]>();
  load.mockResolvedValueOnce([{ id: 'one' }]).mockReturnValueOnce(again.promise);
  const { user } = renderPart(<List />);
  await screen.findByText('one');
  await user.click(screen.getByRole('button', { name: 'Look again' }));
  expect(busy()).toBe(true);
  again.reject(new ApiProblem({ status: 500, code: 'InternalError', message: 'Out of order.' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  await waitFor(() => expect(busy()).toBe(false));
  expect(screen.getByText('one')).toBeTruthy();
});
