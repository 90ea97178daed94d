import { defineTexts } from '@shared/i18n/texts';

export const placeholderTexts = defineTexts({
  en: { notAvailable: 'Not available in this version.' },
  id: { notAvailable: 'Belum tersedia di versi ini.' },
});
