import { defineTexts } from '@shared/i18n/texts';

/** Texts of the preview. English texts that docs/product/shop.md quotes stay to the letter. */
export const previewTexts = defineTexts({
  en: {
    title: 'Preview',
    screen: 'Screen',
    screens: { home: 'home', product_detail: 'product_detail' },
    frame: 'Preview of your web app',
    open: 'Preview',
    close: 'Close',
    newWindow: 'Open in a new window',
  },
  id: {
    title: 'Pratinjau',
    screen: 'Layar',
    screens: { home: 'beranda', product_detail: 'detail produk' },
    frame: 'Pratinjau web app Anda',
    open: 'Pratinjau',
    close: 'Tutup',
    newWindow: 'Buka di jendela baru',
  },
});
