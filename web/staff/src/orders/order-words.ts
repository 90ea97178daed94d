import { defineTexts } from '@shared/i18n/texts';
import type { StatusTone } from '@shared/ui/status-pill';

import type { StaffOrder } from './order-queries';

/** The words for states of orders, on all pages of staff. */
export const orderWords = defineTexts({
  en: {
    status: { pending: 'Pending', success: 'Success', failed: 'Failed' },
    refunded: 'Refunded',
    clientId: (id: number) => `Client ID ${id}`,
    copyOrderId: 'Copy order ID',
    reviews: {
      reversal: 'Failure after success',
      late_success: 'Success after the refund',
      unknown: 'No outcome for a day',
      contradiction: 'Answer about something else',
    },
  },
  id: {
    status: { pending: 'Tertunda', success: 'Berhasil', failed: 'Gagal' },
    refunded: 'Dikembalikan',
    clientId: (id) => `ID Klien ${id}`,
    copyOrderId: 'Salin ID order',
    reviews: {
      reversal: 'Gagal setelah berhasil',
      late_success: 'Berhasil setelah dana kembali',
      unknown: 'Tanpa hasil selama sehari',
      contradiction: 'Jawaban tentang hal lain',
    },
  },
});

/** Colour and icon of a status. */
export const orderTones: Record<StaffOrder['status'], StatusTone> = {
  pending: 'waiting',
  success: 'done',
  failed: 'failed',
};

/** Name of an actor of the audit log without its kind: ana of staff:ana. */
export function nameOf(actor: string): string {
  return actor.slice(actor.indexOf(':') + 1);
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** An age in the unit that says enough: 45 s, 12 min, 3 h, 2 d. */
export function ageOf(since: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  if (seconds < minute) return `${seconds} s`;
  if (seconds < hour) return `${Math.floor(seconds / minute)} min`;
  if (seconds < 2 * day) return `${Math.floor(seconds / hour)} h`;
  return `${Math.floor(seconds / day)} d`;
}
