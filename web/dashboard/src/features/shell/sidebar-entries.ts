import type { Access } from '@shared/app/session/use-account';
import type { SidebarEntry } from '@shared/app/shell/shell-parts';
import { feature, permission } from '@/session/permissions';

/** Bill Payment is marked as new until this time: 1 December 2025 in Jakarta. */
const billPaymentNewUntil = Date.parse('2025-12-01T00:00:00+07:00');

/** The entries of a client with every feature. */
export const allAreas = ['bill-payment', 'connect', 'orders', 'deposit', 'invoice', 'product', 'cs'] as const;

/** The areas that the sandbox has (navigation/sandbox-pages.ts). */
const sandboxAreas = new Set<SidebarEntry['area']>(['bill-payment', 'orders', 'deposit', 'invoice', 'cs']);

/** Returns the entries of a user in order (docs/product/shell.md#sidebar). Logout is not one of them. */
export function sidebarEntries({ features, permissions }: Access, now: Date, ofSandbox = false): SidebarEntry[] {
  const open = { isNew: false, disabled: false };
  const entries: (SidebarEntry | false)[] = [
    features.includes(feature.corporate) && {
      area: 'bill-payment',
      isNew: now.getTime() < billPaymentNewUntil,
      disabled: !permissions.includes(permission.productClientList),
    },
    features.includes(feature.connect) && { area: 'connect', isNew: true, disabled: false },
    { area: 'orders', ...open },
    { area: 'deposit', ...open },
    { area: 'invoice', isNew: false, disabled: !permissions.includes(permission.invoiceList) },
    { area: 'product', ...open },
    { area: 'cs', ...open },
  ];
  return entries.filter((entry) => entry !== false).filter(({ area }) => !ofSandbox || sandboxAreas.has(area));
}
