import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';

import { sandboxOptions } from '../sandbox-queries';
import { readOperations } from './client-api-document';
import { sendCall } from './send-call';

/** The calls of the client API, from its published document. It changes with releases alone. */
export function operationsOptions() {
  return queryOptions({
    queryKey: ['client-api-operations'],
    queryFn: async ({ signal }) => {
      const params = { path: { document: 'client.json' as const } };
      return readOperations(await unwrap(api.main.GET('/openapi/{document}', { params, signal })));
    },
    staleTime: Infinity,
    meta: { inPlace: true },
  });
}

/** Sends a call, which may change the sandbox. The answer is shown whatever its status is, and not cached. */
export function sendCallOptions() {
  return mutationOptions({
    mutationKey: ['console', 'send'],
    mutationFn: sendCall,
    onSuccess: reloads(sandboxOptions().queryKey),
    gcTime: 0,
  });
}
