import { defineTexts } from '@shared/i18n/texts';

export const passwordSectionTexts = defineTexts({
  en: {
    title: 'Change Password',
    current: 'Current password',
    password: 'New password',
    confirmation: 'Confirm new password',
    currentRequired: 'Please input your current password!',
    confirmationRequired: 'Please repeat the new password.',
    mismatch: 'Both passwords must be identical!',
    submit: 'Change Password',
    sending: 'Changing…',
    others: 'All your other sessions end.',
    changed: 'Password has been changed',
  },
  id: {
    title: 'Ganti Kata Sandi',
    current: 'Kata sandi saat ini',
    password: 'Kata sandi baru',
    confirmation: 'Ulangi kata sandi baru',
    currentRequired: 'Masukkan kata sandi Anda saat ini!',
    confirmationRequired: 'Ulangi kata sandi baru.',
    mismatch: 'Kedua kata sandi harus sama!',
    submit: 'Ganti Kata Sandi',
    sending: 'Mengganti…',
    others: 'Semua sesi Anda yang lain berakhir.',
    changed: 'Kata sandi telah diganti',
  },
});
