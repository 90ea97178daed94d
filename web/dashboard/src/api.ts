import { createApi } from '@shared/api/client';

import { session } from './session/session';

/** The API, called with the session of the dashboard. */
export const api = createApi(session);
