import { setNonce } from 'get-nonce';

/**
 * The nonce that the content security policy of this answer allows for styles. Browsers empty the attribute for
 * scripts to read but keep the property; the plain meta element is the fallback.
 */
export function cspNonce(): string {
  const marked = document.querySelector<HTMLElement>('meta[property="csp-nonce"]');
  const plain = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]');
  return marked?.nonce || plain?.content || '';
}

/** Hands the nonce to the library that locks scrolling behind modals and drawers; it writes a style element itself. */
export function shareNonce(): void {
  const nonce = cspNonce();
  if (nonce) setNonce(nonce);
}
