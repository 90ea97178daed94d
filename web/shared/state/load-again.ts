import { isUnauthenticated } from '@shared/api/problem';
import { noticeFor } from '@shared/errors/catalogue';
import { endNotices, notifyError } from '@shared/notify/notify';

/** The method of a query that reloads it. */
interface Reloadable {
  refetch: () => Promise<{ data: unknown; error: unknown }>;
}

/** What the notices of reloads are about. There is one list on a page. */
const reloads = 'reload';

/**
 * Reloads a list on request of the user. On failure the old rows stay and a notice is shown; a list without rows shows
 * the failure in their place.
 */
export async function loadAgain(list: Reloadable): Promise<void> {
  endNotices(reloads);
  const { data, error } = await list.refetch();
  // A 401 means that the session ended. The error handler announces that.
  if (error && data !== undefined && !isUnauthenticated(error)) notifyError(noticeFor(error), { about: reloads });
}
