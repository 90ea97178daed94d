import type { QueryClient } from '@tanstack/react-query';

import type { HandleError } from '@shared/errors/error-handler';

/** The context of all routes. */
export interface RouterContext {
  queryClient: QueryClient;
  handleError: HandleError;
}
