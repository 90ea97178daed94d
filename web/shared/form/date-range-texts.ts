import { defineTexts } from '@shared/i18n/texts';

export const dateRangeTexts = defineTexts({
  en: {
    choose: 'Select dates',
    zone: (zone: string) => `Days are counted in ${zone}.`,
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    previousYear: 'Previous year',
    nextYear: 'Next year',
    previousDecade: 'Previous decade',
    nextDecade: 'Next decade',
  },
  id: {
    choose: 'Pilih tanggal',
    zone: (zone) => `Hari dihitung dalam ${zone}.`,
    previousMonth: 'Bulan sebelumnya',
    nextMonth: 'Bulan berikutnya',
    previousYear: 'Tahun sebelumnya',
    nextYear: 'Tahun berikutnya',
    previousDecade: 'Dasawarsa sebelumnya',
    nextDecade: 'Dasawarsa berikutnya',
  },
});
