import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';

import { shareNonce } from '@shared/config/csp-nonce';

import { FramedNotice } from './framed/framed-notice';

/**
 * Starts an app in its page. In a frame of another page the user could be tricked into clicking (clickjacking), so there
 * a notice stands instead.
 */
export function mountApp(productName: string, create: () => ReactElement): void {
  shareNonce();
  const root = document.querySelector('#root');
  if (!root) throw new Error('the page has no #root');
  createRoot(root).render(window.self === window.top ? create() : <FramedNotice productName={productName} />);
}
