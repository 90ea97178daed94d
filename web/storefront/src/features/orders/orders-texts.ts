import type { Texts } from '@/language/language';

const id = {
  title: 'Pesanan saya',
  home: 'Ke beranda toko',
  where: 'Pesanan yang dibuat di peramban ini, paling banyak 10. Hanya tersimpan di perangkat ini.',
  none: 'Belum ada pesanan yang dibuat di peramban ini.',
  forget: 'Hapus daftar ini',
};

const en: typeof id = {
  title: 'My orders',
  home: 'To the shop',
  where: 'Orders made in this browser, at most 10. They are kept on this device only.',
  none: 'No order was made in this browser yet.',
  forget: 'Delete this list',
};

export const ordersTexts: Texts<typeof id> = { id, en };
