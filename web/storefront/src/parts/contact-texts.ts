import type { Texts } from '@/language/language';

const id = {
  title: 'Hubungi toko',
  whatsapp: 'WhatsApp',
  email: 'Email',
  hours: 'Jam layanan',
  none: 'Toko ini belum mencantumkan kontak. Simpan nomor pesanan Anda, lalu tanyakan di tempat Anda menemukan toko ini.',
  about: (order: string) => `Halo, saya ingin bertanya tentang pesanan ${order}.`,
};

const en: typeof id = {
  title: 'Contact the shop',
  whatsapp: 'WhatsApp',
  email: 'Email',
  hours: 'Hours',
  none: 'This shop names no contact. Keep your order number and ask where you found this shop.',
  about: (order) => `Hello, I have a question about order ${order}.`,
};

export const contactTexts: Texts<typeof id> = { id, en };
