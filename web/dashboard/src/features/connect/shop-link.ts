import { runtimeConfig } from '@shared/config/runtime-config';

/** The public address of a shop. */
export function shopLink(code: string): string {
  return `${shopOrigin()}/${code}`;
}

/** Where shops are served: an own origin, or this one. */
export function shopOrigin(): string {
  return runtimeConfig.shopUrl.replace(/\/+$/u, '') || window.location.origin;
}
