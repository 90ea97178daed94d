import type { Texts } from '@/language/language';

const id = {
  title: 'Periksa pesanan',
  product: 'Produk',
  nominal: 'Nominal',
  account: 'Nama akun',
  unknown: 'Tidak ditemukan',
  total: 'Total',
  kept: 'Harga ini berlaku 15 menit sejak Anda melanjutkan.',
  check: 'Periksa tujuannya. Pesanan yang sudah terkirim tidak bisa dibatalkan.',
  change: 'Ubah',
  go: 'Lanjut ke pembayaran',
  openingPayment: 'Membuka pembayaran…',
  nothing: 'Belum ada yang dipilih',
  nothingText: 'Pilih produk di beranda, lalu tekan Bayar.',
  home: 'Ke beranda',
  seePrice: 'Lihat harga baru',
  problems: {
    NetworkError:
      'Tidak ada jawaban dari toko. Periksa koneksi Anda, lalu coba lagi. Anda tidak akan memesan dua kali.',
    ThrottleRejectError: 'Terlalu banyak pesanan dari koneksi Anda atau untuk tujuan ini. Coba lagi 10 menit lagi.',
    BusyError: 'Toko sedang ramai. Coba lagi sebentar lagi.',
    IdempotencyRunningError: 'Pesanan Anda sedang dibuat. Coba lagi sebentar lagi.',
  } as Record<string, string>,
};

const en: typeof id = {
  title: 'Check your order',
  product: 'Product',
  nominal: 'Amount',
  account: 'Account name',
  unknown: 'Not found',
  total: 'Total',
  kept: 'This price is kept for 15 minutes after you continue.',
  check: 'Check the destination. An order that was delivered cannot be taken back.',
  change: 'Change',
  go: 'Continue to payment',
  openingPayment: 'Opening the payment…',
  nothing: 'Nothing is chosen yet',
  nothingText: 'Choose a product on the home page, then press Pay.',
  home: 'To the home page',
  seePrice: 'Show the new price',
  problems: {
    NetworkError: 'The shop does not answer. Check your connection and try again. You will not order twice.',
    ThrottleRejectError: 'Too many orders from your connection or for this destination. Try again in 10 minutes.',
    BusyError: 'The shop is busy. Try again in a moment.',
    IdempotencyRunningError: 'Your order is being made. Try again in a moment.',
  },
};

export const checkoutTexts: Texts<typeof id> = { id, en };
