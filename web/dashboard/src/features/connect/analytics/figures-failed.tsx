import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { LoadFailed } from '@shared/state/load-failed';

import { analyticsKey } from './analytics-queries';
import { analyticsTexts } from './analytics-texts';

/**
 * Says that figures could not be loaded, with Retry. Figures of zero would look like a day without sales.
 */
export function FiguresFailed() {
  const texts = useTexts(analyticsTexts);
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const filter = { queryKey: analyticsKey, type: 'active' } as const;
  const failed = () => cache.findAll(filter).find(({ state }) => state.status === 'error');
  const error = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => failed()?.state.error,
  );
  const loading = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => failed()?.state.fetchStatus === 'fetching',
  );
  if (!error) return null;
  return (
    <LoadFailed
      title={texts.failed}
      error={error}
      retrying={loading}
      onRetry={() => void client.refetchQueries({ ...filter, predicate: ({ state }) => state.status === 'error' })}
    />
  );
}
