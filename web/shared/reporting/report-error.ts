import { runtimeConfig } from '@shared/config/runtime-config';

/**
 * Reports an error to the error-reporting service, if the deployment has one. The sender is loaded with the first
 * error. Reporting never throws.
 */
export function reportError(error: unknown): void {
  const { dsn } = runtimeConfig.errorReporting;
  if (!dsn) return;
  void import('./sentry-envelope')
    .then(({ sendError }) => sendError(dsn, runtimeConfig.release, error))
    .catch(() => {
      // The report itself failed. There is nowhere else to send it.
    });
}
