import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';

import { useTexts } from '@/shared/i18n/texts';
import { session } from '@/shared/session/session';
import { LogoMark } from '@/shared/ui/logo';

import classes from './placeholder.module.css';
import { placeholderTexts } from './placeholder-texts';

/** A page before sign-in that a later version brings. The way back ends a session that can go nowhere else. */
export function PublicPlaceholder({ title }: { title: string }) {
  const texts = useTexts(placeholderTexts);
  useDocumentTitle(`${title} · Loket`);
  return (
    <main className={classes['public']}>
      <LogoMark />
      <h1 className={classes['title']}>{title}</h1>
      <p className={classes['text']}>{texts.notAvailable}</p>
      <Link to="/login" onClick={() => session.clear()}>
        {texts.back}
      </Link>
    </main>
  );
}
