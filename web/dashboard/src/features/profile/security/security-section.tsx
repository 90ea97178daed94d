import { isRoot, useCurrentUser } from '@/session/current-user';

import { BrowserList } from './browser-list';
import { CompanySecurity } from './company-security';
import { FactorCards } from './factor-cards';
import { SessionList } from './session-list';

/** The user's second factors and sessions, and what root users decide for all. */
export function SecuritySection() {
  const root = isRoot(useCurrentUser());
  return (
    <>
      <FactorCards />
      <SessionList />
      <BrowserList />
      {root ? <CompanySecurity /> : null}
    </>
  );
}
