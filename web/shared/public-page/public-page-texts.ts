import { defineTexts } from '@shared/i18n/texts';

export const publicPageTexts = defineTexts({
  en: {
    switchTo: (language: string) => `Switch to ${language}`,
    support: 'Support',
  },
  id: {
    switchTo: (language: string) => `Ganti ke ${language}`,
    support: 'Bantuan',
  },
});
