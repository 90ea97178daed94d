import { baseUrlOf, createApi, createCalls } from '@shared/api/client';

import type { ClientPaths } from './clients-api';
import { session } from './session';

/** The calls that all apps make. */
export const api = createApi(session);

/** The calls of the sketch app alone. */
export const clientsApi = createCalls<ClientPaths>(baseUrlOf('main'), session);
