import { defineTexts } from '@shared/i18n/texts';

/** Texts of all lists. */
export const tableTexts = defineTexts({
  en: {
    rows: (first: string, last: string, total: string | undefined) =>
      `${first === last ? `Row ${first}` : `Rows ${first}–${last}`}${total === undefined ? '' : ` of ${total}`}`,
    noRows: 'No rows',
    page: (page: number) => `Page ${page}`,
    pageWord: 'Page',
    ofPages: (pages: number) => `of ${pages}`,
    openPage: (pages: number) => `Page, 1 to ${pages}`,
    pages: 'Pages',
    previous: 'Previous page',
    next: 'Next page',
    scroll: (label: string) => `${label}, scrolls sideways`,
    filters: {
      title: 'Filters',
      open: (count: number) => (count === 0 ? 'Filters' : `Filters, ${count} active`),
      close: 'Close filters',
      done: 'Done',
    },
  },
  id: {
    rows: (first, last, total) =>
      `Baris ${first === last ? first : `${first}–${last}`}${total === undefined ? '' : ` dari ${total}`}`,
    noRows: 'Tidak ada baris',
    page: (page) => `Halaman ${page}`,
    pageWord: 'Halaman',
    ofPages: (pages) => `dari ${pages}`,
    openPage: (pages) => `Halaman, 1 sampai ${pages}`,
    pages: 'Halaman',
    previous: 'Halaman sebelumnya',
    next: 'Halaman berikutnya',
    scroll: (label) => `${label}, dapat digeser ke samping`,
    filters: {
      title: 'Filter',
      open: (count) => (count === 0 ? 'Filter' : `Filter, ${count} aktif`),
      close: 'Tutup filter',
      done: 'Selesai',
    },
  },
});
