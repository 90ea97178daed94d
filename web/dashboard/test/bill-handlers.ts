import { http, HttpResponse } from 'msw';

import { makeUser } from '../../test/factories';
import { userHandlers } from './signed-in';

/** What the pages of bill payment ask besides their own lists. */
export function billHandlers(permissions: readonly number[]) {
  return [
    ...userHandlers(makeUser(), permissions),
    http.get('*/v1/unique-amount', () => HttpResponse.json({ data: [] })),
    http.get('*/v1/operator/type', () => HttpResponse.json(['mobile'])),
  ];
}
