import { isUnauthenticated } from '@shared/api/problem';
import { noticeFor } from '@shared/errors/catalogue';
import { notifyError } from '@shared/notify/notify';

/** The method of a query that reloads it. */
interface Reloadable {
  refetch: () => Promise<{ data: unknown; error: unknown }>;
}

/**
 * Reloads a list on request of the user. On failure the old rows stay and a notice is shown; a list without rows shows
 * the failure in their place.
 */
export async function loadAgain(list: Reloadable): Promise<void> {
  const { data, error } = await list.refetch();
  // A 401 means that the session ended. The error handler announces that.
  if (error && data !== undefined && !isUnauthenticated(error)) notifyError(noticeFor(error));
}
