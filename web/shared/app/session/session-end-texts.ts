import { defineTexts } from '@shared/i18n/texts';

export const sessionEndTexts = defineTexts({
  en: {
    title: 'You will be signed out soon',
    text: 'Nothing was done here for a while. You will be signed out within two minutes, unless you stay.',
    stay: 'Stay signed in',
  },
  id: {
    title: 'Anda akan segera keluar',
    text: 'Sudah beberapa lama tidak ada yang dilakukan di sini. Anda akan keluar dalam dua menit, kecuali Anda tetap masuk.',
    stay: 'Tetap masuk',
  },
});
