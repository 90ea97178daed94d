/** The languages of the interface. Repeated from i18n, so that formatting does not depend on React. */
export type FormatLanguage = 'en' | 'id';

// The names are listed here because Intl's differ between browser versions: 'Sep' or 'Sept', 'Agu' or 'Agt'.
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

/** Returns the short name of a month from 1 to 12, such as 'Nov' or 'Agu'. */
export function shortMonth(month: number, language: FormatLanguage): string {
  return short[language][month - 1] ?? '';
}

/** Returns the name of a month from 1 to 12, such as 'November' or 'Agustus'. */
export function longMonth(month: number, language: FormatLanguage): string {
  return long[language][month - 1] ?? '';
}
