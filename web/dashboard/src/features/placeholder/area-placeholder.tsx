import { IconTool } from '@tabler/icons-react';

import { useTexts } from '@shared/i18n/texts';
import { type Area, areaTexts } from '@/navigation/area-texts';
import { PageHeader } from '@shared/page/page-header';
import { StateTile } from '@shared/ui/state-tile';

import classes from './placeholder.module.css';
import { placeholderTexts } from './placeholder-texts';

/** A page for an area that does not exist yet. */
export function AreaPlaceholder({ area }: { area: Area }) {
  const title = useTexts(areaTexts)[area];
  const texts = useTexts(placeholderTexts);
  return (
    <>
      <PageHeader title={title} />
      <section className={classes['card']}>
        <StateTile icon={IconTool} />
        <p className={classes['text']}>{texts.notAvailable}</p>
      </section>
    </>
  );
}
