import { redirect } from '@tanstack/react-router';

import { defineTexts, textsNow } from '@shared/i18n/texts';
import { notifyError } from '@shared/notify/notify';

const sandboxPageTexts = defineTexts({
  en: { title: 'This page is not in the sandbox', text: 'Leave the sandbox to open it.' },
  id: { title: 'Halaman ini tidak ada di sandbox', text: 'Keluar dari sandbox untuk membukanya.' },
});

/** The pages of the sandbox: those whose calls work there, and those without calls. */
const sandboxPages = new Set([
  '/orders',
  '/orders/list',
  '/orders/export',
  '/deposit',
  '/bill-payment',
  '/bill-payment/contact-list',
  '/bill-payment/order-history',
  '/invoice',
  '/settlement',
  '/cs',
]);
const developerPages = '/profile/developers';
const settlementPages = '/settlement/';

/** Reports whether the sandbox has the page at a path. */
function isSandboxPage(path: string): boolean {
  if (path === developerPages || path.startsWith(`${developerPages}/`)) return true;
  return sandboxPages.has(path) || path.startsWith(settlementPages);
}

interface PageVisit {
  location: { pathname: string };
  preload: boolean;
}

/** Sends a user in the sandbox from a page that it doesn't have to its orders, and says why. */
export function keepToSandbox({ location, preload }: PageVisit): void {
  if (isSandboxPage(location.pathname.replace(/\/$/u, ''))) return;
  if (!preload) notifyError(textsNow(sandboxPageTexts), { lasting: true });
  throw redirect({ to: '/orders/{-$type}', params: { type: undefined } });
}
