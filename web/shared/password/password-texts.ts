import { defineTexts } from '@shared/i18n/texts';

export const passwordTexts = defineTexts({
  en: {
    required: 'Password is required.',
    tooShort: 'Please input at least 8 characters',
    wentWrong: 'Something went wrong',
    validating: 'Checking the password',
    accepted: 'This password can be used',
    rules: 'Your new password needs',
    rule: {
      lower: 'A lowercase letter',
      upper: 'An uppercase letter',
      digit: 'A number',
      length: 'At least 8 characters',
      past: 'No reuse of past passwords',
    },
    met: 'met',
    notMet: 'not met yet',
  },
  id: {
    required: 'Kata sandi wajib diisi.',
    tooShort: 'Masukkan minimal 8 karakter',
    wentWrong: 'Terjadi kesalahan',
    validating: 'Memeriksa kata sandi',
    accepted: 'Kata sandi ini dapat digunakan',
    rules: 'Kata sandi baru Anda memerlukan',
    rule: {
      lower: 'Huruf kecil',
      upper: 'Huruf besar',
      digit: 'Angka',
      length: 'Minimal 8 karakter',
      past: 'Bukan kata sandi yang pernah dipakai',
    },
    met: 'terpenuhi',
    notMet: 'belum terpenuhi',
  },
});
