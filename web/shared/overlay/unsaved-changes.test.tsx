import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, it } from 'vitest';

import { useUnsavedChanges } from '@shared/form/unsaved';

import { renderPart } from '../../test/render';
import { UnsavedChanges } from './unsaved-changes';

function Page() {
  const [text, setText] = useState('');
  useUnsavedChanges(text !== '');
  // An answer of the server comes at any time.
  useEffect(() => {
    const save = () => setText('');
    window.addEventListener('saved', save);
    return () => window.removeEventListener('saved', save);
  }, []);
  return (
    <>
      <input aria-label="Text" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <Link to="." search={{ page: '2' }}>
        Page 2
      </Link>
      <Link to="." search hash="content">
        Skip
      </Link>
    </>
  );
}

function start(canSave = true) {
  const root = createRootRoute({
    component: () => (
      <UnsavedChanges canSave={() => canSave}>
        <Outlet />
      </UnsavedChanges>
    ),
  });
  const page = createRoute({ getParentRoute: () => root, path: '/', component: Page });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/?page=1'] }),
  });
  const { user } = renderPart(<RouterProvider<typeof router> router={router} />);
  return { user, page: () => router.state.location.searchStr };
}

it('asks before a change of search parameters takes what was typed', async () => {
  const { user, page } = start();
  await user.type(await screen.findByLabelText('Text'), 'x');
  await user.click(screen.getByRole('link', { name: 'Page 2' }));
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(page()).toContain('1');
  await user.click(screen.getByRole('link', { name: 'Page 2' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(page()).toContain('2'));
});

it('asks nothing where nothing was typed, and where the page stays', async () => {
  const { user, page } = start();
  await user.click(await screen.findByRole('link', { name: 'Page 2' }));
  await waitFor(() => expect(page()).toContain('2'));
  await user.type(screen.getByLabelText('Text'), 'x');
  await user.click(screen.getByRole('link', { name: 'Skip' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('lets go whoever can save no more', async () => {
  const { user, page } = start(false);
  await user.type(await screen.findByLabelText('Text'), 'x');
  await user.click(screen.getByRole('link', { name: 'Page 2' }));
  await waitFor(() => expect(page()).toContain('2'));
});

it('stays without a question once everything is saved', async () => {
  const { user, page } = start();
  await user.type(await screen.findByLabelText('Text'), 'x');
  await user.click(screen.getByRole('link', { name: 'Page 2' }));
  expect(await screen.findByRole('button', { name: 'Stay' })).toBeTruthy();
  act(() => void window.dispatchEvent(new Event('saved')));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page()).toContain('1');
});
