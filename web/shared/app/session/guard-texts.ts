import { defineTexts } from '@shared/i18n/texts';

/** Texts for users who may not see a page. Those in English are quoted by docs/product/access.md#features. */
export const guardTexts = defineTexts({
  en: {
    noPermission: (feature: string) => `You don't have permission for the ${feature}`,
    unknown: (feature: string) => `The ${feature} is not available`,
    askRoot: 'You don’t have permission for this page. Ask a root user of your company.',
    askOwner: 'Your role doesn’t include this page. Ask an owner.',
  },
  id: {
    noPermission: (feature) => `Anda tidak memiliki izin untuk ${feature}`,
    unknown: (feature) => `${feature} tidak tersedia`,
    askRoot: 'Anda tidak memiliki izin untuk halaman ini. Hubungi pengguna root perusahaan Anda.',
    askOwner: 'Peran Anda tidak mencakup halaman ini. Hubungi pemilik.',
  },
});
