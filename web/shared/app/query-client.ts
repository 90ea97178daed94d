import { hashKey, MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';

import { ApiProblem, isUnauthenticated, noAnswer } from '@shared/api/problem';
import { type HandleError, sessionNotice } from '@shared/errors/error-handler';
import { endNotices } from '@shared/notify/notify';
import type { Session } from '@shared/session/session';

import { isFirstData } from './first-data';

const mostRetries = 2;
const unavailable = 503;

/** Reports whether to retry: only if there was no answer, or if the server is not ready. */
function shouldRetry(failures: number, error: Error): boolean {
  if (failures >= mostRetries || !(error instanceof ApiProblem)) return false;
  return error.status === noAnswer || error.status === unavailable;
}

/** Returns the name of a mutation, by which its success ends the notice of its failure. */
function nameOf(key: QueryKey | undefined): string | undefined {
  return key && hashKey(key);
}

/** Creates the cache of an app's calls: each failure reaches the error handler, each success ends its notice. */
export function createQueryClient(session: Session, handleError: HandleError): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // Ignore a 401 of a load that outlived its session.
        if (!isUnauthenticated(error) || session.read().token) handleError(error, query.meta, query.queryHash);
      },
      onSuccess: (_data, query) => {
        endNotices(query.queryHash);
        endNotices(sessionNotice);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta, options }) => handleError(error, meta, nameOf(options.mutationKey)),
      onSuccess: (_data, _variables, _result, { options }) => {
        const name = nameOf(options.mutationKey);
        if (name !== undefined) endNotices(name);
        endNotices(sessionNotice);
      },
    }),
    defaultOptions: {
      // By default, calls are held back while the browser believes to be offline, and sent much later. With `always`
      // they fail at once and the error catalogue tells the user.
      queries: {
        retry: shouldRetry,
        networkMode: 'always',
        refetchOnReconnect: true,
        // A user that another tab may have changed is asked for again.
        refetchOnMount: ({ queryKey, state }) => queryKey[0] === 'session' || !isFirstData(state.dataUpdatedAt),
      },
      mutations: { networkMode: 'always' },
    },
  });
}
