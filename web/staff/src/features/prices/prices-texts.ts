import { defineTexts } from '@shared/i18n/texts';

/** Texts of the page of prices. */
export const pricesTexts = defineTexts({
  en: {
    title: 'Prices',
    timesIn: (zone: string) => `Times in ${zone}`,
    tabs: { scheduled: 'To come', applied: 'Took effect', cancelled: 'Cancelled', rules: 'Rules', import: 'Import' },
    table: 'Changes of prices and costs',
    failed: 'The changes could not be loaded',
    none: { title: 'There is none', text: 'Change the price of a product, or import a file of changes.' },
  },
  id: {
    title: 'Harga',
    timesIn: (zone) => `Waktu dalam ${zone}`,
    tabs: {
      scheduled: 'Akan datang',
      applied: 'Sudah berlaku',
      cancelled: 'Dibatalkan',
      rules: 'Aturan',
      import: 'Impor',
    },
    table: 'Perubahan harga dan modal',
    failed: 'Perubahan tidak dapat dimuat',
    none: { title: 'Tidak ada', text: 'Ubah harga produk, atau impor berkas perubahan.' },
  },
});
