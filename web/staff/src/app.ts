import type { App } from '@shared/app/app';
import type { createAppRouter } from '@shared/app/app-router';
import { createApp } from '@shared/app/create-app';

import type { Area as StaffArea } from './navigation/area-texts';
import { landing } from './navigation/landing';
import type { SubPage as StaffPage } from './navigation/sub-pages';
import { routeTree } from './routeTree.gen';
import { account } from './session/current-staff';
import { session } from './session/session';
import { staffUserCalls } from './session/staff-user-calls';

/** What the kit needs from the app of staff. */
export const staff: App = {
  productName: 'Loket',
  productBadge: 'Staff',
  session,
  calls: staffUserCalls,
  account,
  landing,
  hasClients: false,
  eventsPath: '/staff/v1/events',
};

/** Creates the app of staff, which has an address of its own. */
export const createStaffApp = () => createApp({ ...staff, routes: routeTree, basepath: '/' });

declare module '@shared/app/names' {
  interface AppNames {
    area: StaffArea;
    page: StaffPage;
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter<typeof routeTree>>;
  }
}
