import { defineTexts } from '@shared/i18n/texts';

/** The units of ages, on all pages of staff. */
export const ageTexts = defineTexts({
  en: {
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
    days: (count: number) => `${count} d`,
  },
  id: { minutes: (count) => `${count} mnt`, hours: (count) => `${count} jam`, days: (count) => `${count} hari` },
});
