/** Languages of the interface. Kept here as well as in i18n so that formatting stays free of React. */
export type FormatLanguage = 'en' | 'id';

// Own tables, not Intl's: ICU writes 'Sept' in some builds and 'Agt' in others, and a date
// that a cashier reads aloud must not change with the browser's version.
const short: Record<FormatLanguage, readonly string[]> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  id: ['Jan', 'Feb', 'Mar', 'Apr', 'Mei', 'Jun', 'Jul', 'Agu', 'Sep', 'Okt', 'Nov', 'Des'],
};

const long: Record<FormatLanguage, readonly string[]> = {
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  id: [
    'Januari',
    'Februari',
    'Maret',
    'April',
    'Mei',
    'Juni',
    'Juli',
    'Agustus',
    'September',
    'Oktober',
    'November',
    'Desember',
  ],
};

/** 'Nov' or 'Agu' for a month from 1 to 12. */
export function shortMonth(month: number, language: FormatLanguage): string {
  return short[language][month - 1] ?? '';
}

/** 'November' or 'Agustus' for a month from 1 to 12. */
export function longMonth(month: number, language: FormatLanguage): string {
  return long[language][month - 1] ?? '';
}
