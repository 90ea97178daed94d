import { defineTexts } from '@shared/i18n/texts';

/** Texts for a client without any order. */
export const firstOrderTexts = defineTexts({
  en: {
    title: 'No orders yet',
    body: 'Your program places orders through the client API. They appear here at once.',
    makeKey: 'Generate an API key',
    makeTestKey: 'Make a test key',
    askForKey: 'Ask a user with the API key permission for an API key.',
    send: 'Send an order with the key:',
    products: 'The codes and prices of your products are at',
    read: 'Read about all calls, fields and errors in the',
    docs: 'docs for developers',
    copy: 'Copy command',
    copied: 'Command copied!',
  },
  id: {
    title: 'Belum ada order',
    body: 'Program Anda membuat order lewat API klien. Order langsung tampil di sini.',
    makeKey: 'Buat kunci API',
    makeTestKey: 'Buat kunci uji',
    askForKey: 'Minta kunci API kepada pengguna yang memiliki izin kunci API.',
    send: 'Kirim order dengan kunci itu:',
    products: 'Kode dan harga produk Anda ada di',
    read: 'Baca tentang semua panggilan, isian, dan kesalahan di',
    docs: 'dokumentasi untuk pengembang (bahasa Inggris)',
    copy: 'Salin perintah',
    copied: 'Perintah disalin!',
  },
});
