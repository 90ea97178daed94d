import { unwrap } from '@shared/api/problem';
import type { CurrentUser } from '@shared/api/types';
import { createAccount } from '@shared/app/session/account';

import { api } from './api';
import { session } from './session';

const userName = 'user';

/** Permission ids of the fake server. */
export const permission = { clientList: 1, clientCreate: 2 } as const;

/** The signed-in user of the sketch app. */
export const account = createAccount<CurrentUser>({
  session,
  askUser: (signal) => unwrap(api.main.GET('/v1/user', { signal })),
  askPermissions: async (signal) => {
    const held = await unwrap(api.main.GET('/v1/permission', { signal }));
    return Object.values(permission).filter((id) => held[id]);
  },
  describe: ({ fullName, email, language, idleMinutes, Client: { timeZone, features } }) => ({
    fullName,
    detail: email,
    language,
    timeZone,
    features,
    idleMinutes,
  }),
  keep: (user) => session.keep(userName, user),
  readStoredUser: () => session.readStored(userName),
});
