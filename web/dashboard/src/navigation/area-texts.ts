import { defineTexts } from '@shared/i18n/texts';

/** Names of the areas, in the sidebar, the header and page titles. */
export const areaTexts = defineTexts({
  en: {
    'bill-payment': 'Bill Payment',
    connect: 'Connect',
    orders: 'Order History',
    deposit: 'Deposit',
    invoice: 'Invoice',
    product: 'SKU & Price List',
    cs: 'Customer Service',
    settlement: 'Settlement',
    profile: 'Profile',
  },
  id: {
    'bill-payment': 'Pembayaran Tagihan',
    connect: 'Connect',
    orders: 'Riwayat Order',
    deposit: 'Deposit',
    invoice: 'Tagihan',
    product: 'SKU & Daftar Harga',
    cs: 'Layanan Pelanggan',
    settlement: 'Settlement',
    profile: 'Profil',
  },
});

/** An area of the product. */
export type Area = keyof typeof areaTexts.en;
