import { mutationOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { NewApp } from '@shared/app/factors/enrol-dialog';

/** Makes the secret of an authenticator app. */
export function makeAppOptions() {
  return mutationOptions({
    mutationKey: ['session', 'app', 'make'],
    mutationFn: (): Promise<NewApp> => unwrap(api.POST('/staff/v1/me/app')),
    gcTime: 0,
  });
}

/** Confirms an app by its first code. Returns the recovery codes. */
export function confirmAppOptions(id: string) {
  return mutationOptions({
    mutationKey: ['session', 'app', 'confirm'],
    mutationFn: async ({ code }: { code: string }) => {
      const body = { code: code.replaceAll(' ', '') };
      const answer = await unwrap(api.POST('/staff/v1/me/app/{id}/confirm', { params: { path: { id } }, body }));
      return answer.recoveryCodes;
    },
    meta: { keepSession: true },
    gcTime: 0,
  });
}
