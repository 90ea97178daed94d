import { useDocumentTitle } from '@mantine/hooks';

import { useTexts } from '@/shared/i18n/texts';
import { Logo } from '@/shared/ui/logo';

import { LanguageButton } from './language-button';
import { SignInArt } from './sign-in-art';
import { SignInForm } from './sign-in-form';
import classes from './sign-in-page.module.css';
import { signInTexts } from './sign-in-texts';
import { SupportLinks } from './support-links';

/** The way in. */
export function SignInPage() {
  const texts = useTexts(signInTexts);
  useDocumentTitle(`${texts.title} · Loket`);
  return (
    <div className={classes['page']}>
      <div className={classes['side']}>
        <header className={classes['head']}>
          <Logo large />
          <LanguageButton />
        </header>
        <main className={classes['main']}>
          <h1 className={classes['title']}>{texts.title}</h1>
          <SignInForm />
        </main>
        <footer className={classes['foot']}>
          <SupportLinks />
        </footer>
      </div>
      <SignInArt />
    </div>
  );
}
