import { defineTexts } from '@shared/i18n/texts';

/** Texts for users who may not see a page. Those in English are the specification's, section 6. */
export const featureTexts = defineTexts({
  en: {
    noPermission: (feature: string) => `You don't have permission for the ${feature}`,
    unknown: (feature: string) => `The ${feature} is not available`,
    askRoot: 'Your user has no permission for this page. Ask a root user of your client.',
  },
  id: {
    noPermission: (feature) => `Anda tidak memiliki izin untuk ${feature}`,
    unknown: (feature) => `${feature} tidak tersedia`,
    askRoot: 'Pengguna Anda tidak punya izin untuk halaman ini. Hubungi pengguna root klien Anda.',
  },
});
