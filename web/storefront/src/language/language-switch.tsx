import { countedClick } from '@/events/shop-event';

import { useLanguage } from './language';

/** Changes between Indonesian and English. It has the name of the other language, in that language. */
export function LanguageSwitch() {
  const { language, setLanguage } = useLanguage();
  const other = language === 'id' ? 'en' : 'id';
  return (
    <button
      {...countedClick('language')}
      type="button"
      lang={other}
      className="inline-flex min-h-11 items-center px-3 text-sm text-link underline underline-offset-4"
      onClick={() => setLanguage(other)}
    >
      {other === 'en' ? 'English' : 'Bahasa Indonesia'}
    </button>
  );
}
