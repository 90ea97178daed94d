import { session } from '@/session/session';

import { shownWallet, type WalletState } from './deposit-rules';

/**
 * Keeps which wallet the pages of deposits show first, so that the next page load asks for it without waiting for the
 * wallets (start/first-calls.ts).
 */
export function keepFirstWallet(wallets: readonly WalletState[]): void {
  const wallet = shownWallet({}, wallets);
  if (wallet !== undefined) session.keep('firstWallet', wallet);
}
