import type { Texts } from '@/language/language';

const id = {
  title: 'Bantuan',
  home: 'Ke beranda toko',
  questions: [
    [
      'Kapan pesanan saya masuk?',
      'Biasanya dalam hitungan detik setelah pembayaran diterima. Halaman pesanan menunjukkan setiap langkahnya.',
    ],
    [
      'Saya sudah membayar, tetapi pesanan belum masuk.',
      'Buka halaman pesanan Anda. Jika statusnya masih menunggu pembayaran, tunggu beberapa menit: halaman itu berubah dengan sendirinya.',
    ],
    [
      'Pesanan saya gagal.',
      'Toko mengembalikan uang Anda lewat cara pembayaran yang Anda pakai. Simpan nomor pesanan Anda.',
    ],
    [
      'Saya salah mengisi tujuan.',
      'Pesanan yang sudah terkirim tidak bisa dibatalkan. Selama belum dibayar, buat saja pesanan baru.',
    ],
    ['Harga berubah.', 'Harga pesanan berlaku 15 menit. Setelah itu, buat pesanan baru dengan harga yang berlaku.'],
  ] as [string, string][],
};

const en: typeof id = {
  title: 'Help',
  home: 'To the shop',
  questions: [
    ['When does my order arrive?', 'Usually within seconds after the payment. The page of the order shows each step.'],
    [
      'I have paid, but nothing has arrived.',
      'Open the page of your order. If it still waits for the payment, wait a few minutes: the page changes by itself.',
    ],
    ['My order failed.', 'The shop refunds you through the payment method that you used. Keep your order number.'],
    [
      'I typed a wrong destination.',
      'An order that was delivered cannot be taken back. As long as it is not paid, just make a new one.',
    ],
    [
      'The price has changed.',
      'The price of an order is kept for 15 minutes. After that, make a new order at the current price.',
    ],
  ],
};

export const helpTexts: Texts<typeof id> = { id, en };
