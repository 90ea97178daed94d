import type { Texts } from '@/language/language';

const id = {
  back: 'Kembali ke beranda',
  instant: 'Masuk otomatis dalam hitungan detik',
  destination: 'Tujuan',
  nominal: 'Nominal',
  total: 'Total',
  choose: 'Pilih nominal',
  pay: 'Bayar',
  none: 'Belum ada produk yang bisa dibeli di sini.',
  account: 'Nama akun:',
  missing: (label: string) => `Isi ${label}`,
};

const en: typeof id = {
  back: 'Back to home',
  instant: 'Delivered automatically within seconds',
  destination: 'Destination',
  nominal: 'Amount',
  total: 'Total',
  choose: 'Choose an amount',
  pay: 'Pay',
  none: 'Nothing can be bought here yet.',
  account: 'Account name:',
  missing: (label) => `Enter the ${label}`,
};

export const productTexts: Texts<typeof id> = { id, en };
