import { defineTexts } from '@shared/i18n/texts';

/** Texts of all lists. */
export const tableTexts = defineTexts({
  en: {
    loading: 'Loading',
    rows: (first: number, last: number) => `Rows ${first}–${last}`,
    noRows: 'No rows',
    page: (page: number) => `Page ${page}`,
    pages: 'Pages',
    previous: 'Previous page',
    next: 'Next page',
    retry: 'Retry',
    retrying: 'Loading…',
    request: 'Request',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'The browser did not allow copying',
    scroll: (label: string) => `${label}, scrolls sideways`,
  },
  id: {
    loading: 'Memuat',
    rows: (first, last) => `Baris ${first}–${last}`,
    noRows: 'Tidak ada baris',
    page: (page) => `Halaman ${page}`,
    pages: 'Halaman',
    previous: 'Halaman sebelumnya',
    next: 'Halaman berikutnya',
    retry: 'Coba lagi',
    retrying: 'Memuat…',
    request: 'Permintaan',
    copy: 'Salin',
    copied: 'Disalin',
    copyFailed: 'Peramban tidak mengizinkan penyalinan',
    scroll: (label) => `${label}, dapat digeser ke samping`,
  },
});
