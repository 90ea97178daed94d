import { IconChevronRight } from '@tabler/icons-react';

import { useTexts } from '@shared/i18n/texts';
import { areaTexts } from '@/navigation/area-texts';

import classes from './header.module.css';
import { shellTexts } from './shell-texts';
import { useArea } from './use-area';

function Crumb({ text }: { text: string }) {
  return (
    <span className={classes['crumbText']} title={text}>
      {text}
    </span>
  );
}

/** The open area and its open section. */
export function Breadcrumb() {
  const texts = useTexts(shellTexts);
  const areas = useTexts(areaTexts);
  const { area, part } = useArea();
  if (!area) return null;
  const crumbs: Record<string, string> = texts.crumbs;
  const open = part ?? (area === 'orders' ? 'list' : '');
  const leaf = crumbs[open];
  return (
    <nav aria-label={texts.breadcrumb} className={classes['trail']}>
      <ol className={classes['crumbs']}>
        <li className={classes['crumb']}>
          <Crumb text={areas[area]} />
        </li>
        {leaf ? (
          <li className={classes['crumb']}>
            <IconChevronRight className={classes['separator']} aria-hidden />
            <Crumb text={leaf} />
          </li>
        ) : null}
      </ol>
    </nav>
  );
}
