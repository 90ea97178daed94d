import { useMutation, useQueryClient } from '@tanstack/react-query';

import { orderKeys } from '../order-queries';
import { exportsOptions, requestExport } from './export-queries';

/** Starts an export and puts it into the list of exports at once, so that its end is noticed even when it comes soon. */
export function useStartExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: requestExport,
    onSuccess: (begun) => {
      client.setQueryData(exportsOptions().queryKey, (before) => [begun, ...(before ?? [])]);
      return client.invalidateQueries({ queryKey: orderKeys.exports });
    },
  });
}
