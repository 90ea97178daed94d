import { defineTexts } from '@shared/i18n/texts';

export const dailyUseTexts = defineTexts({
  en: {
    title: 'Limit used per day',
    days: 'last 30 days',
    balance: 'Left of the limit',
    atEnd: 'at the end of each day',
    day: 'Day',
    flows: { in: 'Refunded', out: 'Used', balance: 'Left at the end of the day' },
    failed: 'The charts could not be loaded',
  },
  id: {
    title: 'Limit terpakai per hari',
    days: '30 hari terakhir',
    balance: 'Sisa limit',
    atEnd: 'pada akhir setiap hari',
    day: 'Hari',
    flows: { in: 'Dikembalikan', out: 'Terpakai', balance: 'Sisa pada akhir hari' },
    failed: 'Grafik tidak dapat dimuat',
  },
});
