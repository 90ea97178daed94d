import type { QueryClient } from '@tanstack/react-query';

import type { HandleError } from '@shared/errors/error-handler';

import type { App } from './app';

/** The context of all routes. */
export interface RouterContext {
  queryClient: QueryClient;
  handleError: HandleError;
  app: App;
}
