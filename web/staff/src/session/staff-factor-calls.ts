import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { FactorCalls } from '@shared/app/calls/user-calls';

/** The calls of the second factors of staff: a code always. */
export const staffFactorCalls: FactorCalls = {
  finishSignIn: (firstToken, { code }) => {
    const headers = { Authorization: `Bearer ${firstToken}` };
    return unwrap(api.POST('/staff/v1/auth/second-factor', { body: { code }, headers }));
  },
  stepUp: async (proof) => {
    if (!('code' in proof)) throw new Error('staff prove themselves by a code');
    return unwrap(api.POST('/staff/v1/auth/step-up', { body: proof }));
  },
};
