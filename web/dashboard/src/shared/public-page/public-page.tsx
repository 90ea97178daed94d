import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

import { Logo } from '@/shared/ui/logo';

import { CounterArt } from './counter-art';
import { LanguageButton } from './language-button';
import classes from './public-page.module.css';
import { SupportLinks } from './support-links';

/** A page before sign-in: its title, what it asks, and the counter beside it. */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(`${title} · Loket`);
  return (
    <div className={classes['page']}>
      <div className={classes['side']}>
        <header className={classes['head']}>
          <Logo large />
          <LanguageButton />
        </header>
        <main className={classes['main']}>
          <h1 className={classes['title']}>{title}</h1>
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
