import { defineTexts } from '@shared/i18n/texts';

export const stepUpTexts = defineTexts({
  en: {
    title: 'Confirm that it is you',
    text: 'This change needs a fresh confirmation. It holds for five minutes.',
    code: 'Code of your authenticator app',
    codeRequired: 'Enter the six digits of your authenticator app.',
    codeWrong: 'The code is wrong, or was used already. Wait for the next one.',
    password: 'Current password',
    passwordRequired: 'Please input your current password!',
    passwordWrong: 'Please input the correct password.',
    confirm: 'Confirm',
    confirming: 'Confirming…',
  },
  id: {
    title: 'Konfirmasikan bahwa ini Anda',
    text: 'Perubahan ini memerlukan konfirmasi baru, yang berlaku selama lima menit.',
    code: 'Kode aplikasi autentikator Anda',
    codeRequired: 'Masukkan enam angka dari aplikasi autentikator Anda.',
    codeWrong: 'Kode salah, atau sudah dipakai. Tunggu kode berikutnya.',
    password: 'Kata sandi saat ini',
    passwordRequired: 'Masukkan kata sandi Anda saat ini!',
    passwordWrong: 'Masukkan kata sandi yang benar.',
    confirm: 'Konfirmasi',
    confirming: 'Mengonfirmasi…',
  },
});
