import { defineTexts } from '@shared/i18n/texts';

/** The words of the dialogs in which staff decide about an order. */
export const decisionTexts = defineTexts({
  en: {
    settle: {
      title: 'Settle the order',
      text: 'The order ends as delivered. This can’t be undone.',
      serial: 'Serial number',
      serialHelp: 'What proves the delivery',
      said: 'The supplier said that it was delivered',
      reason: 'Reason for the file',
      reasonHelp: 'Only staff read it, such as the time of the chat',
      submit: 'Settle as delivered',
      sending: 'Settling…',
      done: 'The order was settled',
      required: 'Please fill this in.',
      saidFirst: 'Ask the supplier first.',
    },
    refund: {
      title: 'Refund the order',
      text: (price: string) =>
        `The order ends as failed, and ${price} go back to what paid it. The client is told by mail.`,
      second: 'It was sent to a supplier: it needs the supplier’s word, and another member of staff approves it.',
      said: 'The supplier said that nothing was delivered, or took it back',
      clientReason: 'Reason for the client',
      choose: 'Choose what the client reads',
      submit: 'Refund',
      ask: 'Ask for the refund',
      done: 'The order was refunded',
      waits: 'Waits for approval',
      waitsText: (id: string) => `Approval ${id}. Nothing has changed yet.`,
    },
    close: {
      title: 'Close the reviews',
      text: 'The order stays as it is.',
      submit: 'Close the reviews',
      sending: 'Closing…',
      done: 'The reviews were closed',
    },
  },
  id: {
    settle: {
      title: 'Selesaikan order',
      text: 'Order berakhir sebagai terkirim. Ini tidak dapat dibatalkan.',
      serial: 'Nomor seri',
      serialHelp: 'Bukti pengiriman',
      said: 'Pemasok menyatakan sudah terkirim',
      reason: 'Alasan untuk arsip',
      reasonHelp: 'Hanya dibaca staf, misalnya jam obrolan',
      submit: 'Selesaikan sebagai terkirim',
      sending: 'Menyelesaikan…',
      done: 'Order telah diselesaikan',
      required: 'Isi bagian ini.',
      saidFirst: 'Tanyakan dulu kepada pemasok.',
    },
    refund: {
      title: 'Kembalikan dana order',
      text: (price) =>
        `Order berakhir sebagai gagal, dan ${price} kembali ke sumber pembayarannya. Klien diberi tahu lewat email.`,
      second: 'Order sudah dikirim ke pemasok: perlu keterangan pemasok, dan staf lain yang menyetujuinya.',
      said: 'Pemasok menyatakan tidak ada yang terkirim, atau membatalkannya',
      clientReason: 'Alasan untuk klien',
      choose: 'Pilih yang dibaca klien',
      submit: 'Kembalikan dana',
      ask: 'Minta pengembalian dana',
      done: 'Dana order telah dikembalikan',
      waits: 'Menunggu persetujuan',
      waitsText: (id) => `Persetujuan ${id}. Belum ada yang berubah.`,
    },
    close: {
      title: 'Tutup tinjauan',
      text: 'Order tidak berubah.',
      submit: 'Tutup tinjauan',
      sending: 'Menutup…',
      done: 'Tinjauan telah ditutup',
    },
  },
});
