import { defineTexts } from '@shared/i18n/texts';

export const dateTimeTexts = defineTexts({
  en: {
    choose: 'Select date',
    hours: 'hours',
    minutes: 'minutes',
    clearTime: (label: string) => `Clear ${label}`,
    clearDay: 'Clear date',
  },
  id: {
    choose: 'Pilih tanggal',
    hours: 'jam',
    minutes: 'menit',
    clearTime: (label) => `Hapus ${label}`,
    clearDay: 'Hapus tanggal',
  },
});
