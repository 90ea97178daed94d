import { defineTexts } from '@shared/i18n/texts';

/** Texts of what stands in place of content. */
export const stateTexts = defineTexts({
  en: {
    loading: 'Loading',
    retry: 'Retry',
    retrying: 'Loading…',
    request: 'Request',
  },
  id: {
    loading: 'Memuat',
    retry: 'Coba lagi',
    retrying: 'Memuat…',
    request: 'Permintaan',
  },
});
