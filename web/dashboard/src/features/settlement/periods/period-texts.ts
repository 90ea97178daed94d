import { defineTexts } from '@shared/i18n/texts';

/** Texts of the periods. English texts that docs/product/settlement.md quotes stay to the letter. */
export const periodTexts = defineTexts({
  en: {
    table: 'Periods',
    failed: 'The periods could not be loaded',
    columns: {
      period: 'Period',
      status: 'Status',
      days: 'Days',
      invoices: 'Invoices',
      limit: 'Limit',
      maxLimit: 'Max Limit',
      event: 'Event',
    },
    states: { ongoing: 'Ongoing', passed: 'Passed' },
    weekdays: {
      monday: 'Mon',
      tuesday: 'Tue',
      wednesday: 'Wed',
      thursday: 'Thu',
      friday: 'Fri',
      saturday: 'Sat',
      sunday: 'Sun',
    },
    download: (number: string) => `Download invoice ${number}`,
    event: 'Event',
    eventsOf: (period: string) => `Event of ${period}`,
    none: { title: 'No periods', text: 'There is nothing on this page.' },
  },
  id: {
    table: 'Periode',
    failed: 'Periode tidak dapat dimuat',
    columns: {
      period: 'Periode',
      status: 'Status',
      days: 'Hari',
      invoices: 'Tagihan',
      limit: 'Limit',
      maxLimit: 'Limit Maksimum',
      event: 'Mutasi',
    },
    states: { ongoing: 'Berjalan', passed: 'Lewat' },
    weekdays: {
      monday: 'Sen',
      tuesday: 'Sel',
      wednesday: 'Rab',
      thursday: 'Kam',
      friday: 'Jum',
      saturday: 'Sab',
      sunday: 'Min',
    },
    download: (number) => `Unduh tagihan ${number}`,
    event: 'Mutasi',
    eventsOf: (period) => `Mutasi ${period}`,
    none: { title: 'Tidak ada periode', text: 'Tidak ada apa pun di halaman ini.' },
  },
});
