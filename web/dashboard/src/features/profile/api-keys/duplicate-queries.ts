import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';

/** Within how many minutes the client API refuses the same order again. */
export function duplicateGuardOptions() {
  return queryOptions({
    queryKey: ['client', 'duplicates'],
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/clients/duplicates', { signal })),
    meta: { inPlace: true },
  });
}

/** Saves within how many minutes it does. */
export function saveDuplicateGuardOptions() {
  return mutationOptions({
    mutationKey: ['client', 'duplicates', 'save'],
    mutationFn: (minutes: number) => unwrap(api.main.PUT('/v1/clients/duplicates', { body: { minutes } })),
    onSuccess: reloads(duplicateGuardOptions().queryKey),
  });
}
