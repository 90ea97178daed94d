/** What a query or mutation may ask of the error handling, as its `meta`. */
export interface ErrorMeta extends Record<string, unknown> {
  /** The screen shows a failure in its own place (a list with Retry): no notification, except where the session ends. */
  inPlace?: boolean;
  /** A 401 is the form's own affair (wrong current password or PIN) and never ends the session. */
  keepSession?: boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ErrorMeta;
    mutationMeta: ErrorMeta;
  }
}
