import { defineTexts } from '@shared/i18n/texts';

/** Texts about what a shop needs beside its set-up, so that paid orders are delivered. */
export const deliveryTexts = defineTexts({
  en: {
    title: 'Before paid orders can be delivered:',
    key: 'There is no API key, so your payment page cannot report a payment.',
    makeKey: 'Make an API key',
    wallet: (types: string) => `There is no money for orders in: ${types}.`,
    topUp: 'Top up',
  },
  id: {
    title: 'Sebelum pesanan yang dibayar dapat dikirim:',
    key: 'Belum ada kunci API, sehingga halaman pembayaran Anda tidak dapat melaporkan pembayaran.',
    makeKey: 'Buat kunci API',
    wallet: (types) => `Belum ada saldo untuk pesanan di: ${types}.`,
    topUp: 'Isi saldo',
  },
});
