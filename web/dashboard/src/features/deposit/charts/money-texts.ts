import { defineTexts } from '@shared/i18n/texts';

export const moneyTexts = defineTexts({
  en: {
    title: 'Money in and out',
    balance: 'Balance',
    day: 'Day',
    days: (wallet: string) => `${wallet}, last 30 days`,
    flows: { in: 'In', out: 'Out', balance: 'Balance at the end of the day' },
    lasts: (days: number, day: string) => `Lasts ${days} ${days === 1 ? 'day' : 'days'}, until ${day}, at`,
    lastsLong: 'Lasts more than ten years at',
    perDay: 'a day (last 14 days)',
    noPace: 'Nothing was spent in the last 14 days',
    failed: 'The charts could not be loaded',
  },
  id: {
    title: 'Uang masuk dan keluar',
    balance: 'Saldo',
    day: 'Hari',
    days: (wallet) => `${wallet}, 30 hari terakhir`,
    flows: { in: 'Masuk', out: 'Keluar', balance: 'Saldo pada akhir hari' },
    lasts: (days, day) => `Cukup ${days} hari, sampai ${day}, dengan`,
    lastsLong: 'Cukup lebih dari sepuluh tahun dengan',
    perDay: 'per hari (14 hari terakhir)',
    noPace: 'Tidak ada pengeluaran dalam 14 hari terakhir',
    failed: 'Grafik tidak dapat dimuat',
  },
});
