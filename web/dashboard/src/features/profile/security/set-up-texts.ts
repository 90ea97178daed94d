import { defineTexts } from '@shared/i18n/texts';

export const setUpTexts = defineTexts({
  en: {
    title: 'Set up two-step verification',
    text: 'Your company demands it of this account. Add a passkey or an authenticator app to go on.',
    continue: 'CONTINUE',
    logout: 'Logout',
  },
  id: {
    title: 'Siapkan verifikasi dua langkah',
    text: 'Perusahaan Anda mewajibkannya untuk akun ini. Tambahkan kunci sandi atau aplikasi autentikator untuk melanjutkan.',
    continue: 'LANJUTKAN',
    logout: 'Keluar',
  },
});
