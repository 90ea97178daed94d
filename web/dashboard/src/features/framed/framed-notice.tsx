import { useTexts } from '@shared/i18n/texts';
import { LogoMark } from '@shared/ui/logo';

import classes from './framed-notice.module.css';
import { framedTexts } from './framed-texts';

/** What stands in place of the app when another page frames it. The link opens the app in a window of its own. */
export function FramedNotice() {
  const texts = useTexts(framedTexts);
  return (
    <main className={classes['page']}>
      <LogoMark />
      <h1 className={classes['title']}>Loket</h1>
      <p>{texts.notice}</p>
      <p>
        <a href={window.location.href} target="_blank" rel="noopener noreferrer">
          {texts.link}
        </a>
      </p>
    </main>
  );
}
