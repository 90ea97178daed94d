import { defineTexts } from '@shared/i18n/texts';
import type { StatusTone } from '@shared/ui/status-pill';

/** The words for complaints about orders, in the dashboard and in the app of staff. */
export const complaintTexts = defineTexts({
  en: {
    reasons: {
      not_received: 'Not received',
      no_serial: 'No serial number',
      serial_invalid: 'Serial number is invalid',
      serial_used: 'Serial number was used before',
      token_unreadable: 'Token is unreadable',
      wrong_amount: 'Wrong amount',
      bill_open: 'Bill is still open',
    },
    states: { new: 'New', answered: 'Answered', replied: 'Replied', closed: 'Closed' },
    results: { delivered: 'Delivered', refunded: 'Refunded', rejected: 'Nothing was wrong' },
  },
  id: {
    reasons: {
      not_received: 'Belum diterima',
      no_serial: 'Tidak ada nomor seri',
      serial_invalid: 'Nomor seri tidak valid',
      serial_used: 'Nomor seri sudah pernah dipakai',
      token_unreadable: 'Token tidak terbaca',
      wrong_amount: 'Nominal tidak sesuai',
      bill_open: 'Tagihan belum lunas',
    },
    states: { new: 'Baru', answered: 'Dijawab', replied: 'Dibalas', closed: 'Ditutup' },
    results: { delivered: 'Terkirim', refunded: 'Dana dikembalikan', rejected: 'Tidak ada masalah' },
  },
});

/** Why a client complains about an order. */
export type ComplaintReason = keyof typeof complaintTexts.en.reasons;

/** The reasons in the order of their selection. */
export const complaintReasons: readonly ComplaintReason[] = [
  'not_received',
  'no_serial',
  'serial_invalid',
  'serial_used',
  'token_unreadable',
  'wrong_amount',
  'bill_open',
];

/** Colour and icon of a state. */
export const complaintTones: Record<keyof typeof complaintTexts.en.states, StatusTone> = {
  new: 'waiting',
  answered: 'running',
  replied: 'waiting',
  closed: 'done',
};
