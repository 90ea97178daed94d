import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode } from 'react';

import classes from './page-header.module.css';
import { PageTitle } from './page-title';

export interface PageHeaderProps {
  title: string;
  /** The title is the name of the one thing that the page shows: phones show it in the page. */
  named?: boolean;
  /** A link to the page above this one. It stands above the title, and actions beside both. */
  back?: ReactNode;
  /** A state of what the page shows, beside the title. Phones show it in the page. */
  tag?: ReactNode;
  /** Secondary text at the right, such as the time zone of the page. */
  note?: ReactNode;
  /** At most three buttons, with the primary one last. */
  actions?: ReactNode;
  /** Paper has no header: the page prints a `PrintSheet`, which has its own. */
  screenOnly?: boolean;
  /** The page's `PageTabs`. */
  children?: ReactNode;
}

/** A page's title, actions and tabs. On phones the shell's header shows the title instead, unless it is the name of something. */
export function PageHeader(props: PageHeaderProps) {
  const { title, named = false, back, tag, note, actions, screenOnly = false, children } = props;
  const heading = <PageTitle className={classes['title']}>{title}</PageTitle>;
  return (
    <div
      className={classes['header']}
      data-tabs={children ? true : undefined}
      data-named={named || undefined}
      data-screen-only={screenOnly || undefined}
    >
      <div className={classes['row']} data-back={back ? true : undefined}>
        {back ? (
          <div>
            {back}
            <div className={classes['row']}>{heading}</div>
          </div>
        ) : (
          heading
        )}
        {tag ? <div className={classes['tag']}>{tag}</div> : null}
        {note ? <p className={classes['note']}>{note}</p> : null}
        {actions ? <div className={classes['actions']}>{actions}</div> : null}
      </div>
      {children}
    </div>
  );
}

/** The tabs of a page. Each is a link, because the URL holds the open tab. */
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

/** One tab. The router marks it when it is open. */
export const PageTab = createLink(TabAnchor);
