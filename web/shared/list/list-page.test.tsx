import { IconTag } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  getRouteApi,
  RouterProvider,
} from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { ApiProblem } from '@shared/api/problem';
import { defineTexts } from '@shared/i18n/texts';
import type { ListColumns } from '@shared/table/columns';
import { SearchField } from '@shared/table/search-field';
import { oneOf, pageNumber, searchSchema, searchText } from '@shared/url/search-fields';

import { deferred } from '../../test/deferred';
import { renderPart } from '../../test/render';
import { useListAddress } from './list-address';
import { type ListDeclaration, ListPage } from './list-page';

interface Tag {
  id: string;
}

const schema = searchSchema({ page: pageNumber(), query: searchText(10), colour: oneOf(['red']), tag: searchText(10) });
type TagSearch = ReturnType<typeof schema.parse>;

const columns: ListColumns<Tag> = [{ id: 'id', header: () => 'Tag', cell: (row) => row.id }];
const english = {
  table: 'Tags',
  failed: 'The tags could not be loaded',
  none: { title: 'No tags yet', text: 'Add one.' },
  noMatch: { title: 'No tag found', text: 'No tag matches the filters.' },
};
const list: ListDeclaration<Tag, TagSearch> = {
  texts: defineTexts({ en: english, id: english }),
  icon: IconTag,
  columns,
  rowId: ({ id }) => id,
  pageSize: 2,
  narrowedBy: ['query', 'colour'],
};
const searched: ListDeclaration<Tag, TagSearch> = {
  ...list,
  narrowedBy: ['query'],
  texts: defineTexts({
    en: { ...english, noMatch: { title: 'No tag found', text: (query: string) => `No tag contains ${query}.` } },
    id: { ...english, noMatch: { title: 'No tag found', text: (query) => `No tag contains ${query}.` } },
  }),
};

const load = vi.fn<(search: TagSearch) => Promise<Tag[]>>();
const route = getRouteApi('/tags');
let otherLoad = deferred<undefined>();

beforeEach(() => {
  otherLoad = deferred();
});

function Tags({ shown }: { shown: typeof list }) {
  const address = useListAddress<TagSearch>(route.useSearch());
  const { search } = address;
  const query = useQuery(queryOptions({ queryKey: ['tags', search], queryFn: () => load(search) }));
  return (
    <ListPage
      list={shown}
      address={address}
      query={query}
      rows={query.data}
      onOpen={({ id }) => address.open({ ...search, tag: id })}
      filters={
        <SearchField
          value={search.query ?? ''}
          label="Search tags"
          placeholder=""
          onSearch={(text) => address.filter({ ...search, query: text || undefined })}
        />
      }
    >
      {search.tag === undefined ? null : (
        <button type="button" onClick={() => address.replace({ ...search, tag: undefined })}>
          Close {search.tag}
        </button>
      )}
    </ListPage>
  );
}

function renderTags(url: string, shown = list) {
  const root = createRootRoute();
  const tags = createRoute({
    getParentRoute: () => root,
    path: '/tags',
    validateSearch: schema,
    component: () => <Tags shown={shown} />,
  });
  const other = createRoute({
    getParentRoute: () => root,
    path: '/other',
    loader: async () => otherLoad.promise,
    component: () => <p>Another page</p>,
  });
  const history = createMemoryHistory({ initialEntries: [url] });
  const router = createRouter({ routeTree: root.addChildren([tags, other]), history });
  const navigate = vi.spyOn(router, 'navigate');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is not the router of an app
  return { ...renderPart(<RouterProvider router={router as never} />), history, navigate };
}

it('leaves the page alone that a link leads to while it loads', async () => {
  load.mockResolvedValue([{ id: 'a' }]);
  const { user, history } = renderTags('/tags');
  await screen.findByText('a');
  await user.type(screen.getByRole('searchbox'), 'blue');
  act(() => history.push('/other?days=2'));
  // Settles the search at once.
  await user.keyboard('{Enter}');
  otherLoad.resolve(undefined);
  expect(await screen.findByText('Another page')).toBeDefined();
  expect(history.location.href).toBe('/other?days=2');
});

it('keeps one entry for a search that is typed with pauses, and one for its end', async () => {
  load.mockResolvedValue([{ id: 'a' }]);
  const { user, history } = renderTags('/tags');
  await screen.findByText('a');
  for (const text of ['b', 'lu', 'e']) await user.type(screen.getByRole('searchbox'), `${text}{Enter}`);
  await waitFor(() => expect(history.location.search).toBe('?query=blue'));
  expect(history.length).toBe(2);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(history.location.search).toBe(''));
  expect(history.length).toBe(3);
  act(() => history.back());
  await waitFor(() => expect(history.location.search).toBe('?query=blue'));
});

it('turns pages: each is an entry of the history and begins at its top', async () => {
  load.mockImplementation(async ({ page = 1 }) =>
    Promise.resolve(page === 1 ? [{ id: 'a' }, { id: 'b' }] : [{ id: 'c' }]),
  );
  const { user, history, navigate } = renderTags('/tags?colour=red');
  await screen.findByText('a');
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('c')).toBeDefined();
  expect(history.location.search).toBe('?colour=red&page=2');
  expect(history.length).toBe(2);
  expect(navigate.mock.lastCall?.[0]).not.toHaveProperty('resetScroll');
  await user.click(screen.getByRole('button', { name: 'Previous page' }));
  await screen.findByText('a');
  expect(history.location.search).toBe('?colour=red');
});

it('filters from the first page in an entry of its own, and leaves the page where it is scrolled to', async () => {
  load.mockResolvedValue([{ id: 'a' }]);
  const { user, history, navigate } = renderTags('/tags?page=3');
  await screen.findByText('a');
  await user.type(screen.getByRole('searchbox'), 'blue{Enter}');
  await waitFor(() => expect(history.location.search).toBe('?query=blue'));
  expect(history.length).toBe(2);
  expect(navigate.mock.lastCall?.[0]).toMatchObject({ resetScroll: false });
});

it('opens a row in an entry of its own, which closing replaces', async () => {
  load.mockResolvedValue([{ id: 'a' }]);
  const { user, history } = renderTags('/tags');
  await user.click(await screen.findByText('a'));
  await user.click(await screen.findByRole('button', { name: 'Close a' }));
  await waitFor(() => expect(history.location.search).toBe(''));
  expect(history.length).toBe(2);
});

it('says why there are no rows: none at all, none that match, a page past the end, or a failure', async () => {
  load.mockResolvedValue([]);
  const { user, history } = renderTags('/tags?page=4&colour=red');
  await user.click(await screen.findByRole('button', { name: 'Back to page 1' }));
  expect(history.location.search).toBe('?colour=red');
  expect(await screen.findByText('No tag matches the filters.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByRole('heading', { name: 'No tags yet' })).toBeDefined();
  expect(history.location.search).toBe('');
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('shows a failure in place of the rows', async () => {
  load.mockRejectedValue(new ApiProblem({ status: 500, code: 'InternalError', message: 'Out of order.' }));
  renderTags('/tags');
  expect(await screen.findByText('The tags could not be loaded')).toBeDefined();
});

it('names the search of a list that is narrowed by nothing else', async () => {
  load.mockResolvedValue([]);
  const { user, history } = renderTags('/tags?query=blue', searched);
  expect(await screen.findByText('No tag contains blue.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  await waitFor(() => expect(history.location.search).toBe(''));
});
