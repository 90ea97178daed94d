import { defineTexts } from '@shared/i18n/texts';

/** Texts of the detail of a product. */
export const productDrawerTexts = defineTexts({
  en: {
    close: 'Close product',
    facts: { code: 'Code', operatorType: 'Operator Type', walletType: 'Wallet Type', status: 'Status' },
    now: 'Price now',
    fee: 'Admin price now',
    history: 'Price history',
    from: (moment: string) => `From ${moment}`,
    scheduled: 'Coming',
    own: 'Your own price',
    listAgain: 'List price again',
    before: (amount: string) => `before: ${amount}`,
    none: 'The price has not changed since it is on the list.',
    failed: 'The price history could not be loaded',
  },
  id: {
    close: 'Tutup produk',
    facts: { code: 'Kode', operatorType: 'Jenis Operator', walletType: 'Jenis Dompet', status: 'Status' },
    now: 'Harga sekarang',
    fee: 'Biaya admin sekarang',
    history: 'Riwayat harga',
    from: (moment) => `Mulai ${moment}`,
    scheduled: 'Akan berlaku',
    own: 'Harga khusus Anda',
    listAgain: 'Kembali ke harga daftar',
    before: (amount) => `sebelumnya: ${amount}`,
    none: 'Harga belum berubah sejak ada di daftar.',
    failed: 'Riwayat harga tidak dapat dimuat',
  },
});
