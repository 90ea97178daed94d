import { defineTexts } from '@shared/i18n/texts';

/** Texts of the buttons that copy a value. */
export const copyTexts = defineTexts({
  en: {
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'The browser did not allow copying',
  },
  id: {
    copy: 'Salin',
    copied: 'Disalin',
    copyFailed: 'Peramban tidak mengizinkan penyalinan',
  },
});
