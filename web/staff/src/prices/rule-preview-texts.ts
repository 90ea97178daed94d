import { defineTexts } from '@shared/i18n/texts';

/** Texts of what a change of rules or segments does to prices. */
export const rulePreviewTexts = defineTexts({
  en: {
    required: 'Please fill this in.',
    previewTitle: 'What changes',
    counts: {
      prices: 'Prices that change',
      products: 'Products',
      clients: 'Clients with own prices',
      below: 'Below cost',
      held: 'Prices by hand',
    },
    greatest: (shown: number, all: number) => `The ${shown} greatest of ${all} changes`,
    rows: 'Prices that change',
    heldStay: 'Prices by hand stay.',
    heldEnd: 'Prices by hand end.',
    belowNote: 'There would be prices below cost, so a second person decides.',
    noPrice: 'No price changes now.',
    isNew: 'new',
    ends: 'List price again',
    belowCost: 'below cost',
    reason: 'Reason',
    reasonHelp: 'For the audit log',
    back: 'Back',
    apply: (count: number) => {
      if (count === 0) return 'Save';
      return count === 1 ? 'Save and change 1 price' : `Save and change ${count} prices`;
    },
    applying: 'Saving…',
    waits: 'It waits for a second person',
    waitsText: (id: string) => `Request ${id} is under Approvals. Nothing has changed yet.`,
  },
  id: {
    required: 'Mohon diisi.',
    previewTitle: 'Yang berubah',
    counts: {
      prices: 'Harga yang berubah',
      products: 'Produk',
      clients: 'Klien dengan harga khusus',
      below: 'Di bawah modal',
      held: 'Harga manual',
    },
    greatest: (shown, all) => `${shown} terbesar dari ${all} perubahan`,
    rows: 'Harga yang berubah',
    heldStay: 'Harga manual tetap.',
    heldEnd: 'Harga manual berakhir.',
    belowNote: 'Akan ada harga di bawah modal, jadi orang kedua yang memutuskan.',
    noPrice: 'Tidak ada harga yang berubah sekarang.',
    isNew: 'baru',
    ends: 'Kembali ke harga daftar',
    belowCost: 'di bawah modal',
    reason: 'Alasan',
    reasonHelp: 'Untuk log audit',
    back: 'Kembali',
    apply: (count) => (count === 0 ? 'Simpan' : `Simpan dan ubah ${count} harga`),
    applying: 'Menyimpan…',
    waits: 'Menunggu orang kedua',
    waitsText: (id) => `Permintaan ${id} ada di Persetujuan. Belum ada yang berubah.`,
  },
});
