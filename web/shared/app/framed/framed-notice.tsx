import { useTexts } from '@shared/i18n/texts';
import { LogoMark } from '@shared/ui/logo';

import classes from './framed-notice.module.css';
import { framedTexts } from './framed-texts';

/** Shown instead of the app in a frame of another page. The link opens the app in its own window. */
export function FramedNotice({ productName }: { productName: string }) {
  const texts = useTexts(framedTexts);
  return (
    <main className={classes['page']}>
      <LogoMark />
      <h1 className={classes['title']}>{productName}</h1>
      <p>{texts.notice}</p>
      <p>
        <a href={window.location.href} target="_blank" rel="noopener noreferrer">
          {texts.link}
        </a>
      </p>
    </main>
  );
}
