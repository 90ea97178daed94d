import { openSession } from '@shared/session/session';

/** The session of the sketch app in this browser. */
export const session = openSession();
