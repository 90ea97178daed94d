import { defineTexts } from '@shared/i18n/texts';

/** Texts of the own prices of a client. */
export const clientPriceTexts = defineTexts({
  en: {
    title: 'Own prices',
    hint: 'What this client pays instead of the list price. Of bills and open amounts it is our fee on top.',
    failed: 'The prices could not be loaded',
    none: 'The client has no price of its own',
    noneText: 'It pays the list price of each product.',
    create: 'New own price…',
    newName: 'a product',
    columns: {
      product: 'Product',
      price: 'Own price',
      listPrice: 'List price',
      cost: 'Cost',
      margin: 'Margin',
      action: 'Change',
    },
    change: 'Change…',
    changeNamed: (name: string) => `Change the price of ${name}`,
    end: 'End…',
    endNamed: (name: string) => `End the own price of ${name}`,
  },
  id: {
    title: 'Harga khusus',
    hint: 'Yang dibayar klien ini sebagai ganti harga daftar. Untuk tagihan dan nominal bebas, ini biaya tambahan.',
    failed: 'Harga tidak dapat dimuat',
    none: 'Klien tidak punya harga khusus',
    noneText: 'Klien membayar harga daftar setiap produk.',
    create: 'Harga khusus baru…',
    newName: 'suatu produk',
    columns: {
      product: 'Produk',
      price: 'Harga khusus',
      listPrice: 'Harga daftar',
      cost: 'Modal',
      margin: 'Margin',
      action: 'Ubah',
    },
    change: 'Ubah…',
    changeNamed: (name) => `Ubah harga ${name}`,
    end: 'Akhiri…',
    endNamed: (name) => `Akhiri harga khusus ${name}`,
  },
});
