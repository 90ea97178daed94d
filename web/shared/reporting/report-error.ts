import { runtimeConfig } from '@shared/config/runtime-config';

/**
 * Tells the error-reporting service of an error, where the deployment has one. The sender is loaded at the first
 * error only. Reporting never fails towards the caller.
 */
export function reportError(error: unknown): void {
  const { dsn } = runtimeConfig.errorReporting;
  if (!dsn) return;
  void import('./sentry-envelope')
    .then(({ sendError }) => sendError(dsn, runtimeConfig.release, error))
    .catch(() => {
      // Nothing is left to tell it to.
    });
}
