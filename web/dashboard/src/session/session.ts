import { followSignOut } from '@shared/session/drafts';
import { openSession } from '@shared/session/session';

/** The session of the dashboard in this browser. */
export const session = openSession();

followSignOut();
