import { defineTexts } from '@shared/i18n/texts';

export const framedTexts = defineTexts({
  en: {
    notice: 'Please inform team with the reference of the application from where you clicked this link.',
    link: 'Click here to access WebApp safely.',
  },
  id: {
    notice: 'Mohon beri tahu tim dengan referensi aplikasi tempat Anda mengeklik tautan ini.',
    link: 'Klik di sini untuk membuka WebApp dengan aman.',
  },
});
