import { linkOptions } from '@tanstack/react-router';

import type { App } from '@shared/app/app';
import type { createAppRouter } from '@shared/app/app-router';
import { clientUserCalls } from '@shared/app/calls/client-user-calls';
import { createApp } from '@shared/app/create-app';

import { api } from './api';
import { landing } from './navigation/landing';
import { routeTree } from './routeTree.gen';
import { account } from './session/current-user';
import { session } from './session/session';
import type { Area as DashboardArea } from './navigation/area-texts';
import type { SubPage as DashboardPage } from './navigation/sub-pages';

/** What the kit needs from the dashboard. */
export const dashboard: App = {
  productName: 'Loket',
  session,
  calls: clientUserCalls(api),
  account,
  landing,
  hasClients: true,
  eventsPath: '/v1/events',
  forgotPasswordLink: linkOptions({ to: '/forgot-password' }),
};

/** Creates the dashboard. All its pages are under /external. */
export const createDashboard = () => createApp({ ...dashboard, routes: routeTree, basepath: '/external' });

declare module '@shared/app/names' {
  interface AppNames {
    area: DashboardArea;
    page: DashboardPage;
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter<typeof routeTree>>;
  }
}
