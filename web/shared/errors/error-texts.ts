import { defineTexts } from '@shared/i18n/texts';

/** Texts of the error catalogue. */
export const errorTexts = defineTexts({
  en: {
    passwordExpired: 'Password expired, please change your password',
    tokenExpired: 'Token expired, please login again',
    loginAgain: 'Please login again',
    wrongCredentials: 'Client ID, username or password is wrong.',
    tooMany: 'Too many request, try again later',
    retryAfter: (time: string) => `Try again after ${time}`,
    unauthorized: 'Unauthorized Action!',
    error: 'Error',
    wentWrong: 'Something went wrong!',
    undefinedToken: 'Undefined login token',
    noAnswer: 'No connection',
    noAnswerText: 'Loket did not answer. Check your connection and try again.',
    close: 'Close notification',
    request: 'Request',
  },
  id: {
    passwordExpired: 'Kata sandi kedaluwarsa, silakan ganti kata sandi Anda',
    tokenExpired: 'Token kedaluwarsa, silakan masuk lagi',
    loginAgain: 'Silakan masuk lagi',
    wrongCredentials: 'ID Klien, nama pengguna atau kata sandi salah.',
    tooMany: 'Terlalu banyak permintaan, coba lagi nanti',
    retryAfter: (time) => `Coba lagi setelah ${time}`,
    unauthorized: 'Tindakan tidak diizinkan!',
    error: 'Kesalahan',
    wentWrong: 'Terjadi kesalahan!',
    undefinedToken: 'Token masuk tidak ditemukan',
    noAnswer: 'Tidak ada koneksi',
    noAnswerText: 'Loket tidak menjawab. Periksa koneksi Anda lalu coba lagi.',
    close: 'Tutup notifikasi',
    request: 'Permintaan',
  },
});
