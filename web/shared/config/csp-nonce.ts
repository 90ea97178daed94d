import { setNonce } from 'get-nonce';

/**
 * The nonce that the content security policy of this page allows for styles. Browsers hide the attribute from scripts
 * but keep the property; the meta element is the fallback.
 */
export function cspNonce(): string {
  const marked = document.querySelector<HTMLElement>('meta[property="csp-nonce"]');
  const plain = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]');
  return marked?.nonce || plain?.content || '';
}

/** Gives the nonce to the library that locks scrolling behind modals and drawers, because it adds a style element. */
export function shareNonce(): void {
  const nonce = cspNonce();
  if (nonce) setNonce(nonce);
}
