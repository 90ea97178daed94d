import { queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';

/** Codes of the operator types, in the order of the screens. Loaded once (docs/product/products.md#calls). */
export function operatorTypesOptions() {
  return queryOptions({
    queryKey: ['operator-types'],
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/operator/type', { signal })),
    staleTime: Infinity,
  });
}
