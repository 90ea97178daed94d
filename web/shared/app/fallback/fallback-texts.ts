import { defineTexts } from '@shared/i18n/texts';

export const fallbackTexts = defineTexts({
  en: {
    notFound: 'Page not found :(',
    notFoundHint: 'The address may be mistyped, or the page has moved.',
    home: 'Back to homepage',
    wentWrong: 'Something went wrong',
    wentWrongHint: 'The page stopped working. Your data is safe; reload to go on.',
    reload: 'Reload Page',
  },
  id: {
    notFound: 'Halaman tidak ditemukan :(',
    notFoundHint: 'Alamatnya mungkin salah ketik, atau halamannya sudah dipindahkan.',
    home: 'Kembali ke beranda',
    wentWrong: 'Terjadi kesalahan',
    wentWrongHint: 'Halaman ini berhenti bekerja. Data Anda aman; muat ulang untuk melanjutkan.',
    reload: 'Muat Ulang Halaman',
  },
});
