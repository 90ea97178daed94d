import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { account } from '@/session/current-user';
import { feature, permission } from '@/session/permissions';
import { dashboard } from '@/app';
import { AppContext } from '@shared/app/app';
import { AccessGuard } from '@shared/app/session/access-guard';
import { NoticePlace } from '@shared/notify/notice-place';

import { makeUser } from '../../../test/factories';
import { testNetwork } from '../../../test/network';
import { renderPart } from '../../../test/render';
import { userHandlers } from '../../test/signed-in';
import { session } from './session';

const network = testNetwork();
const needs = { feature: feature.connect, permission: permission.shopManage };

it.each(['user', 'permission'])('does not take a failed load of the %s for a refusal', async (what) => {
  network.use(...userHandlers(makeUser({ client: { features: [feature.connect] } }), [permission.shopManage]));
  const fails = http.get(`*/v1/${what}`, () => HttpResponse.json({ code: 'InternalError' }, { status: 500 }), {
    once: true,
  });
  network.use(fails);
  session.begin('token-1', 'root');
  // As the loader of the route: the failure is there before the shell and the page.
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await account.load(client).catch(() => undefined);
  await expect.poll(() => client.isFetching()).toBe(0);
  const routeTree = createRootRoute({
    component: () => (
      <AccessGuard needs={needs} title="Shop">
        <p>The page</p>
      </AccessGuard>
    ),
  });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  renderPart(
    <QueryClientProvider client={client}>
      <AppContext value={dashboard}>
        <NoticePlace kind="page" />
        {/* oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is not the router of an app */}
        <RouterProvider router={router as never} />
      </AppContext>
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'Shop' })).toBeTruthy();
  expect(screen.queryByText(/permission/u)).toBeNull();
  // The shell tries again.
  await act(async () => account.load(client));
  expect(await screen.findByText('The page')).toBeTruthy();
});
