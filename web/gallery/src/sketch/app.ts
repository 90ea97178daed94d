import { linkOptions } from '@tanstack/react-router';

import type { App } from '@shared/app/app';
import type { createAppRouter } from '@shared/app/app-router';
import { clientUserCalls } from '@shared/app/calls/client-user-calls';
import { createApp } from '@shared/app/create-app';
import { routeTree } from '@/routeTree.gen';

import { account } from './account';
import { api } from './api';
import { landing, type areaTexts, type pageTexts } from './navigation';
import { session } from './session';

/** What the kit needs from the sketch app. */
export const sketch: App = {
  productName: 'Sketch',
  session,
  calls: clientUserCalls(api),
  account,
  landing,
  hasClients: true,
  forgotPasswordLink: linkOptions({ to: '/forgot-password' }),
  eventsPath: '/v1/events',
};

/** Creates an app of three screens, which proves that the kit carries an app of routes, entries and features alone. */
export const createSketch = () => createApp({ ...sketch, routes: routeTree, basepath: '/sketch' });

declare module '@shared/app/names' {
  interface AppNames {
    area: keyof typeof areaTexts.en;
    page: keyof typeof pageTexts.en;
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter<typeof routeTree>>;
  }
}
