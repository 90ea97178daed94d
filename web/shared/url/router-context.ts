import type { QueryClient } from '@tanstack/react-query';

import type { HandleError } from '@shared/errors/error-handler';

/** What every route can reach. */
export interface RouterContext {
  queryClient: QueryClient;
  handleError: HandleError;
}
