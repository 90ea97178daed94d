import { defineTexts } from '@shared/i18n/texts';

export const methodTexts = defineTexts({
  en: {
    methods: 'Payment methods',
    virtualAccount: { title: 'Virtual Account', subtitle: 'Fast and Easy', banks: '24/7 and Weekday banks' },
    transfer: {
      title: 'Bank Transfer',
      subtitle: 'Manual Process 5 minutes',
      allDay: '24/7',
      unavailable: 'Your company cannot top up by bank transfer. Contact CS to use it.',
    },
    names: { mandiri: 'Mandiri', bca: 'BCA' },
    ongoing: 'On going transaction:',
    question: {
      title: 'You have ongoing transaction',
      text: 'You can finish it or cancel it',
      open: 'See Transaction',
    },
  },
  id: {
    methods: 'Metode pembayaran',
    virtualAccount: { title: 'Virtual Account', subtitle: 'Cepat dan Mudah', banks: 'Bank 24/7 dan hari kerja' },
    transfer: {
      title: 'Transfer Bank',
      subtitle: 'Proses Manual 5 menit',
      allDay: '24/7',
      unavailable: 'Perusahaan Anda tidak dapat isi saldo lewat transfer bank. Hubungi CS untuk memakainya.',
    },
    names: { mandiri: 'Mandiri', bca: 'BCA' },
    ongoing: 'Transaksi yang sedang berjalan:',
    question: {
      title: 'Anda memiliki transaksi yang sedang berjalan',
      text: 'Anda dapat menyelesaikan atau membatalkannya',
      open: 'Lihat Transaksi',
    },
  },
});
