import type { EarlyCalls, FirstCalls } from '@shared/app/start/early-calls';

/** Asks for the member of staff, unless the session keeps fresh answers, as src/session/current-staff.ts. */
export function accountCalls(early: EarlyCalls): EarlyCalls {
  const isKept = early.fresh('user') !== undefined && early.fresh('permissions') !== undefined;
  // The app asks again and says what is wrong.
  if (!isKept) early.askPlain('/staff/v1/me').catch(() => undefined);
  return early;
}

/** The first calls of the pages. Each address is that which the page asks for, or the call would be made twice. */
export const firstCalls: FirstCalls<EarlyCalls> = {
  pages: {
    '/overview': (early) => early.ask('/staff/v1/overview'),
  },
  searchPages: {},
};
