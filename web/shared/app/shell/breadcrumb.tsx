import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useApp } from '@shared/app/app';
import type { Area, SubPage } from '@shared/app/names';
import { useAppUser } from '@shared/app/session/use-account';
import { useTexts } from '@shared/i18n/texts';

import classes from './header.module.css';
import { useShellParts } from './shell-parts';
import { shellTexts } from './shell-texts';
import { useArea } from './use-area';

/** The open area and its open section, or the pages between the area and the open page. */
export function Breadcrumb() {
  const { area, page, part } = useArea();
  if (!area) return null;
  return page ? <PageTrail area={area} page={page} /> : <SectionTrail area={area} part={part} />;
}

function SectionTrail({ area, part = '' }: { area: Area; part: string | undefined }) {
  const { areaNames, sectionNames } = useShellParts();
  const name = useTexts(areaNames)[area];
  const section = useTexts(sectionNames)[area]?.[part];
  return (
    <Trail>
      <Crumb>
        <CrumbText text={name} />
      </Crumb>
      {section ? (
        <Crumb separated>
          <CrumbText text={section} />
        </Crumb>
      ) : null}
    </Trail>
  );
}

/** The way back: everything above the open page is a link. */
function PageTrail({ area, page }: { area: Area; page: SubPage }) {
  const { areaNames, areaLink, pageNames, pagesAbove, pageLinks } = useShellParts();
  const areas = useTexts(areaNames);
  const pages = useTexts(pageNames);
  const user = useAppUser(useApp().account);
  return (
    <Trail>
      <Crumb>
        <Link {...areaLink(area, user)} className={classes['crumbLink']}>
          {areas[area]}
        </Link>
      </Crumb>
      {pagesAbove[page].map((above) => (
        <Crumb key={above} separated>
          <Link {...pageLinks[above]} className={classes['crumbLink']}>
            {pages[above].crumb}
          </Link>
        </Crumb>
      ))}
      <Crumb separated open>
        <CrumbText text={pages[page].crumb} />
      </Crumb>
    </Trail>
  );
}

function Trail({ children }: { children: ReactNode }) {
  const texts = useTexts(shellTexts);
  return (
    <nav aria-label={texts.breadcrumb} className={classes['trail']}>
      <ol className={classes['crumbs']}>{children}</ol>
    </nav>
  );
}

function Crumb({ separated = false, open, children }: { separated?: boolean; open?: boolean; children: ReactNode }) {
  return (
    <li className={classes['crumb']} aria-current={open ? 'page' : undefined}>
      {separated ? <IconChevronRight className={classes['separator']} aria-hidden /> : null}
      {children}
    </li>
  );
}

function CrumbText({ text }: { text: string }) {
  return (
    <span className={classes['crumbText']} title={text}>
      {text}
    </span>
  );
}
