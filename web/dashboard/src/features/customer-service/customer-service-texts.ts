import { defineTexts } from '@shared/i18n/texts';

/** Texts of the customer service page. */
export const customerServiceTexts = defineTexts({
  en: {
    intro: 'Tell us what happened, with the order ID if it is about an order.',
    cards: {
      chat: { body: 'Chat with us. A greeting is already filled in.', action: 'Open WhatsApp' },
      email: { body: 'Write to us, with screenshots or files if you have them.', action: 'Write an email' },
      helpdesk: { body: 'Open a ticket and follow it until it is solved.', action: 'Open a ticket' },
    },
    newTab: 'opens in a new tab',
    none: 'Customer service contacts are not set up yet. Ask your provider.',
  },
  id: {
    intro: 'Ceritakan apa yang terjadi, dengan ID order jika mengenai suatu order.',
    cards: {
      chat: { body: 'Mengobrol dengan kami. Salam pembuka sudah ditulis untuk Anda.', action: 'Buka WhatsApp' },
      email: { body: 'Tulis kepada kami, dengan tangkapan layar atau berkas jika ada.', action: 'Tulis email' },
      helpdesk: { body: 'Buat tiket dan ikuti sampai selesai.', action: 'Buat tiket' },
    },
    newTab: 'terbuka di tab baru',
    none: 'Kontak layanan pelanggan belum diatur. Tanyakan kepada penyedia Anda.',
  },
});
