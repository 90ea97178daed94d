import { baseUrlOf, createCalls } from '@shared/api/client';

import type { paths } from './schema.gen';
import { session } from './session/session';

/** The calls of staff, made with the session of the app. */
export const api = createCalls<paths>(baseUrlOf('main'), session);
