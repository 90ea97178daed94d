import { defineTexts } from '@shared/i18n/texts';

export const setUpTexts = defineTexts({
  en: {
    title: 'Set up two-step verification',
    text: 'Staff sign in with a password and a code of an authenticator app. Add yours to go on.',
    ready: 'From now on a sign-in asks for a code of your app.',
    continue: 'CONTINUE',
    logout: 'Logout',
  },
  id: {
    title: 'Siapkan verifikasi dua langkah',
    text: 'Staf masuk dengan kata sandi dan kode aplikasi autentikator. Tambahkan aplikasi Anda untuk melanjutkan.',
    ready: 'Mulai sekarang kode aplikasi Anda diminta saat masuk.',
    continue: 'LANJUTKAN',
    logout: 'Keluar',
  },
});
