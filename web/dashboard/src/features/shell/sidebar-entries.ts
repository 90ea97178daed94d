import type { Area } from '@/navigation/area-texts';
import type { Access } from '@/session/current-user';
import { feature, permission } from '@/session/permissions';

/** An entry of the sidebar. */
export interface SidebarEntry {
  area: Area;
  isNew: boolean;
  /** Shown but disabled: the user lacks the permission. */
  disabled: boolean;
}

/** Bill Payment is marked as new until this time: 1 December 2025 in Jakarta. */
const billPaymentNewUntil = Date.parse('2025-12-01T00:00:00+07:00');

/** Returns the entries of a user in order (docs/product/shell.md#sidebar). Logout is not one of them. */
export function sidebarEntries({ features, permissions }: Access, now: Date): SidebarEntry[] {
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
  return entries.filter((entry) => entry !== false);
}

/** Returns up to two initials of a name: of its first and last word, or its first two letters. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => word !== '');
  const [first = '', ...rest] = words;
  const last = rest.at(-1);
  return (last ? first.slice(0, 1) + last.slice(0, 1) : first.slice(0, 2)).toUpperCase();
}
