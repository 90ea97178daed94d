import { defineTexts } from '@shared/i18n/texts';

export const overlayTexts = defineTexts({
  en: {
    close: 'Close dialog',
    cancel: 'Cancel',
    unsaved: {
      title: 'Leave without saving?',
      text: 'What you changed on this page is not saved yet.',
      stay: 'Stay',
      leave: 'Leave',
    },
  },
  id: {
    close: 'Tutup dialog',
    cancel: 'Batal',
    unsaved: {
      title: 'Keluar tanpa menyimpan?',
      text: 'Perubahan Anda di halaman ini belum disimpan.',
      stay: 'Tetap di sini',
      leave: 'Keluar',
    },
  },
});
