import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode } from 'react';

import classes from './page-header.module.css';
import { PageTitle } from './page-title';

interface PageHeaderProps {
  title: string;
  /** A quiet remark at the right, such as the zone of the page's times. */
  note?: ReactNode;
  /** At most three buttons, the primary one last. */
  actions?: ReactNode;
  /** `PageTabs`. */
  children?: ReactNode;
}

/** Head of a page: its title, its actions, its tabs. On phones the shell's header shows the title instead. */
export function PageHeader({ title, note, actions, children }: PageHeaderProps) {
  return (
    <div className={classes['header']} data-tabs={children ? true : undefined}>
      <div className={classes['row']}>
        <PageTitle className={classes['title']}>{title}</PageTitle>
        {note ? <p className={classes['note']}>{note}</p> : null}
        {actions ? <div className={classes['actions']}>{actions}</div> : null}
      </div>
      {children}
    </div>
  );
}

/** The tabs of a page; each is a link, because the open tab lives in the URL. */
export function PageTabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={classes['tabs']}>
      {children}
    </nav>
  );
}

function TabAnchor({ children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} className={classes['tab']}>
      {children}
    </a>
  );
}

/** One tab: a link of the router that knows whether it is the open one. */
export const PageTab = createLink(TabAnchor);
