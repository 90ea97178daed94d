import { defineTexts } from '@shared/i18n/texts';

/** Texts of the progress of a run. */
export const progressTexts = defineTexts({
  en: {
    label: 'Progress of the orders',
    ofDone: (total: string) => `of ${total} orders done`,
    kinds: { success: 'Success', failed: 'Failed', pending: 'Pending', canceled: 'Cancelled', waiting: 'Waiting' },
    spent: 'Spent',
    of: 'of',
    live: (time: string) => `Live · updated ${time}`,
    polled: (time: string) => `Updated ${time}`,
    finished: (time: string) => `Finished ${time}`,
    starts: (time: string) => `Starts ${time}`,
    pace: (rate: string, left: string) => `${rate} orders a second, about ${left} left`,
    seconds: (count: number) => (count === 1 ? '1 second' : `${count} seconds`),
    minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
    alreadyPaid: (count: string, one: boolean) =>
      one ? '1 bill was already paid' : `${count} bills were already paid`,
    retryable: (count: string) => `${count} can be tried again`,
  },
  id: {
    label: 'Kemajuan order',
    ofDone: (total) => `dari ${total} order selesai`,
    kinds: { success: 'Berhasil', failed: 'Gagal', pending: 'Tertunda', canceled: 'Dibatalkan', waiting: 'Menunggu' },
    spent: 'Terpakai',
    of: 'dari',
    live: (time) => `Langsung · diperbarui ${time}`,
    polled: (time) => `Diperbarui ${time}`,
    finished: (time) => `Selesai ${time}`,
    starts: (time) => `Mulai ${time}`,
    pace: (rate, left) => `${rate} order per detik, sekitar ${left} lagi`,
    seconds: (count) => `${count} detik`,
    minutes: (count) => `${count} menit`,
    alreadyPaid: (count) => `${count} tagihan sudah dibayar`,
    retryable: (count) => `${count} dapat dicoba lagi`,
  },
});
