import { defineTexts } from '@shared/i18n/texts';

/** Texts of the export of the price list. */
export const productExportTexts = defineTexts({
  en: { csv: 'Export CSV', xlsx: 'Export XLSX', done: 'The price list has been exported' },
  id: { csv: 'Ekspor CSV', xlsx: 'Ekspor XLSX', done: 'Daftar harga telah diekspor' },
});
