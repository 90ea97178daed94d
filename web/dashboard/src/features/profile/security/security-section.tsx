import { isRoot, useCurrentUser } from '@/session/current-user';

import { CompanySecurity } from './company-security';
import { SessionList } from './session-list';

/** Where the user is signed in, and what root users decide for all. */
export function SecuritySection() {
  const root = isRoot(useCurrentUser());
  return (
    <>
      <SessionList />
      {root ? <CompanySecurity /> : null}
    </>
  );
}
