import type { QueryClient } from '@tanstack/react-query';

import type { HandleError } from '@shared/errors/error-handler';
import type { Area } from '@shared/page/area-texts';

/** What every route can reach. */
export interface RouterContext {
  queryClient: QueryClient;
  handleError: HandleError;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The area that a page belongs to: marks its entry in the sidebar and names it in the header. */
    area?: Area;
  }
}
