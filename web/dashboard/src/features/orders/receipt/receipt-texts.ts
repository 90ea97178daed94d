import { defineTexts } from '@shared/i18n/texts';

/** Texts of the receipt's drawer. The server renders the receipt itself. */
export const receiptTexts = defineTexts({
  en: {
    title: 'Receipt',
    close: 'Close receipt',
    plain: 'Plain Text',
    print: 'Print',
    frame: (id: string) => `Receipt of order ${id}`,
    failed: 'The receipt could not be loaded',
    none: 'There is no receipt',
  },
  id: {
    title: 'Struk',
    close: 'Tutup struk',
    plain: 'Teks Biasa',
    print: 'Cetak',
    frame: (id) => `Struk order ${id}`,
    failed: 'Struk tidak dapat dimuat',
    none: 'Struk tidak ada',
  },
});
