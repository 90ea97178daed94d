import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { type Area, areaTexts } from '@/navigation/area-texts';
import { pagesAbove, type SubPage, subPagePaths, subPageTexts } from '@/navigation/sub-pages';
import { useCurrentUser } from '@/session/current-user';

import { areaLink } from '@/features/shell/area-links';
import classes from './header.module.css';
import { shellTexts } from './shell-texts';
import { useArea } from './use-area';

/** The open area and its open section, or the pages between the area and the open page. */
export function Breadcrumb() {
  const { area, page, part } = useArea();
  if (!area) return null;
  return page ? <PageTrail area={area} page={page} /> : <SectionTrail area={area} part={part} />;
}

function SectionTrail({ area, part }: { area: Area; part: string | undefined }) {
  const texts = useTexts(shellTexts);
  const areas = useTexts(areaTexts);
  const crumbs: Record<string, string> = texts.crumbs;
  const leaf = crumbs[part ?? (area === 'orders' ? 'list' : '')];
  return (
    <Trail>
      <Crumb>
        <CrumbText text={areas[area]} />
      </Crumb>
      {leaf ? (
        <Crumb separated>
          <CrumbText text={leaf} />
        </Crumb>
      ) : null}
    </Trail>
  );
}

/** The way back: everything above the open page is a link. */
function PageTrail({ area, page }: { area: Area; page: SubPage }) {
  const areas = useTexts(areaTexts);
  const pages = useTexts(subPageTexts);
  const zone = useCurrentUser()?.Client.timeZone;
  return (
    <Trail>
      <Crumb>
        <Link {...areaLink(area, zone)} className={classes['crumbLink']}>
          {areas[area]}
        </Link>
      </Crumb>
      {pagesAbove[page].map((above) => (
        <Crumb key={above} separated>
          <Link to={subPagePaths[above]} className={classes['crumbLink']}>
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
