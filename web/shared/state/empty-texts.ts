import { defineTexts } from '@shared/i18n/texts';

/** Texts of lists without rows. */
export const emptyTexts = defineTexts({
  en: {
    noMore: 'No more rows',
    noMoreText: (page: number) => `There is nothing on page ${page}.`,
    backToPage: (page: number) => `Back to page ${page}`,
    clearFilters: 'Clear filters',
    clearSearch: 'Clear search',
  },
  id: {
    noMore: 'Tidak ada baris lagi',
    noMoreText: (page) => `Tidak ada apa pun di halaman ${page}.`,
    backToPage: (page) => `Kembali ke halaman ${page}`,
    clearFilters: 'Hapus filter',
    clearSearch: 'Hapus pencarian',
  },
});
