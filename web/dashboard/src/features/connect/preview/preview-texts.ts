import { defineTexts } from '@shared/i18n/texts';

/** Texts of the preview. English texts that the specification gives are used to the letter. */
export const previewTexts = defineTexts({
  en: {
    title: 'Preview',
    screen: 'Screen',
    frame: 'Preview of your web app',
    open: 'Preview',
    close: 'Close',
    newWindow: 'Open in a new window',
  },
  id: {
    title: 'Pratinjau',
    screen: 'Layar',
    frame: 'Pratinjau web app Anda',
    open: 'Pratinjau',
    close: 'Tutup',
    newWindow: 'Buka di jendela baru',
  },
});
