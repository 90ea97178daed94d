import { followSignOut } from '@shared/session/drafts';
import { openSession } from '@shared/session/session';

/** The session of the app of staff in this browser. */
export const session = openSession();

followSignOut();
