import { defineTexts } from '@shared/i18n/texts';

/** Texts of the modals that choose and save contacts. */
export const pickerTexts = defineTexts({
  en: {
    title: 'Contact List',
    saveTitle: 'Save Customer ID',
    more: 'Load More',
    loading: 'Loading…',
    chosen: (count: number) => (count === 1 ? '1 contact selected' : `${count} contacts selected`),
    add: 'Add',
  },
  id: {
    title: 'Daftar Kontak',
    saveTitle: 'Simpan ID Pelanggan',
    more: 'Muat Lebih Banyak',
    loading: 'Memuat…',
    chosen: (count) => `${count} kontak dipilih`,
    add: 'Tambah',
  },
});
