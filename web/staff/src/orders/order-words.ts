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
      unknown: 'Outcome not known',
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
      unknown: 'Hasil belum diketahui',
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
