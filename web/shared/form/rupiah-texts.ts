import { defineTexts } from '@shared/i18n/texts';

export const rupiahTexts = defineTexts({
  en: {
    refused: (given: string) => `It is not clear which amount “${given}” is. Type it in whole rupiah, like 12.500.`,
    fraction: (given: string) => `“${given}” has a fraction. Type whole rupiah, like 12.500.`,
  },
  id: {
    refused: (given) => `Tidak jelas berapa nominal “${given}”. Ketik dalam rupiah bulat, seperti 12.500.`,
    fraction: (given) => `“${given}” memuat pecahan. Ketik rupiah bulat, seperti 12.500.`,
  },
});
