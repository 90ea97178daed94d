import type { ReactNode } from 'react';

import { NoticePlace } from '@shared/notify/notice-place';
import { PageTitle } from '@shared/page/page-title';
import { Logo } from '@shared/ui/logo';

import { CounterArt } from './counter-art';
import { LanguageButton } from './language-button';
import classes from './public-page.module.css';
import { SupportLinks } from './support-links';

interface PublicPageProps {
  title: string;
  /** Icon above the title, on pages that show a result. */
  sign?: ReactNode;
  children: ReactNode;
}

/** A page before sign-in, with the illustration beside it. */
export function PublicPage({ title, sign, children }: PublicPageProps) {
  return (
    <div className={classes['page']}>
      <div className={classes['side']}>
        <header className={classes['head']}>
          <Logo large />
          <LanguageButton />
        </header>
        <main className={classes['main']}>
          <NoticePlace kind="plain" />
          {sign ? <div className={classes['sign']}>{sign}</div> : null}
          <PageTitle className={classes['title']}>{title}</PageTitle>
          {children}
        </main>
        <footer className={classes['foot']}>
          <SupportLinks />
        </footer>
      </div>
      <CounterArt />
    </div>
  );
}
