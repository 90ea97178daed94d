/** The `meta` of queries and mutations that the error handler reads. */
export interface ErrorMeta extends Record<string, unknown> {
  /** The screen shows the failure itself (such as a list with Retry): no notice, unless the session ended. */
  inPlace?: boolean;
  /** A 401 does not end the session: the form handles it (wrong current password or PIN). */
  keepSession?: boolean;
  /** Nobody waits for it: no notice, and that the session ended is left to the calls of the page. */
  background?: boolean;
  /** Reports refusals and calls without an answer too. Otherwise only errors of the server and of the app are reported. */
  reportAll?: boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ErrorMeta;
    mutationMeta: ErrorMeta;
  }
}
