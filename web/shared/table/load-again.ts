import { isUnauthenticated } from '@shared/api/problem';
import { noticeFor } from '@shared/errors/catalogue';
import { notifyError } from '@shared/notify/notify';

/** The part of a query that loads it once more. */
interface Reloadable {
  refetch: () => Promise<{ data: unknown; error: unknown }>;
}

/**
 * Loads a list once more because somebody asked for it. The old rows stay where that fails, so it is said as a notice;
 * without rows the list says it in their place.
 */
export async function loadAgain(list: Reloadable): Promise<void> {
  const { data, error } = await list.refetch();
  // A 401 is the end of the session, which is announced already.
  if (error && data !== undefined && !isUnauthenticated(error)) notifyError(noticeFor(error));
}
