import type { Texts } from '@/language/language';

const id = {
  back: 'Kembali ke beranda',
  instant: 'Biasanya masuk dalam hitungan detik',
  /** By type of the operator: what arrives as a code is read on the page of the order. */
  arrives: {
    voucher: 'Kode voucher tampil di halaman pesanan',
    electricity: 'Token tampil di halaman pesanan',
  } as Record<string, string>,
  destination: 'Tujuan',
  nominal: 'Nominal',
  total: 'Total',
  choose: 'Pilih nominal',
  choose1: 'Pilih',
  pay: 'Bayar',
  payAnyway: 'Tetap bayar',
  checking: 'Memeriksa…',
  doubt: (reason: string) => `${reason}. Periksa lagi nomornya, atau tekan Tetap bayar.`,
  none: 'Belum ada produk yang bisa dibeli di sini.',
  account: 'Nama akun:',
  missing: (label: string) => `Isi ${label}`,
};

const en: typeof id = {
  back: 'Back to home',
  instant: 'Usually delivered within seconds',
  arrives: {
    voucher: 'The voucher code shows on the page of the order',
    electricity: 'The token shows on the page of the order',
  },
  destination: 'Destination',
  nominal: 'Amount',
  total: 'Total',
  choose: 'Choose an amount',
  choose1: 'Choose',
  pay: 'Pay',
  payAnyway: 'Pay anyway',
  checking: 'Checking…',
  doubt: (reason) => `${reason}. Check the number again, or press Pay anyway.`,
  none: 'Nothing can be bought here yet.',
  account: 'Account name:',
  missing: (label) => `Enter the ${label}`,
};

export const productTexts: Texts<typeof id> = { id, en };
