import { defineTexts } from '@/shared/i18n/texts';

export const placeholderTexts = defineTexts({
  en: {
    notAvailable: 'Not available in this version.',
    back: 'Back to login',
    forgotPassword: 'Forgot Password',
    expiredPassword: 'Expired Password',
  },
  id: {
    notAvailable: 'Belum tersedia di versi ini.',
    back: 'Kembali ke halaman masuk',
    forgotPassword: 'Lupa Kata Sandi',
    expiredPassword: 'Kata Sandi Kedaluwarsa',
  },
});
