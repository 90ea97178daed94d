import { defineTexts } from '@shared/i18n/texts';

export const viewTexts = defineTexts({
  en: {
    title: 'Views',
    none: 'Keep filters that you use again as a view.',
    failed: 'Your views could not be loaded',
    save: 'Save view…',
    dialog: 'Save view',
    what: 'The filters of now, without the days. Only you see it.',
    name: 'Name',
    required: 'Enter a name',
    action: 'Save',
    saving: 'Saving…',
    saved: 'The view was saved',
    remove: (name: string) => `Remove view ${name}`,
    removed: 'The view was removed',
  },
  id: {
    title: 'Tampilan',
    none: 'Simpan filter yang sering dipakai sebagai tampilan.',
    failed: 'Tampilan Anda tidak dapat dimuat',
    save: 'Simpan tampilan…',
    dialog: 'Simpan tampilan',
    what: 'Filter saat ini, tanpa hari. Hanya Anda yang melihatnya.',
    name: 'Nama',
    required: 'Isi nama',
    action: 'Simpan',
    saving: 'Menyimpan…',
    saved: 'Tampilan telah disimpan',
    remove: (name) => `Hapus tampilan ${name}`,
    removed: 'Tampilan telah dihapus',
  },
});
