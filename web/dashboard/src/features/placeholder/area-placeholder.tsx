import { IconTool } from '@tabler/icons-react';

import { useTexts } from '@shared/i18n/texts';
import { type Area, areaTexts } from '@/navigation/area-texts';
import { PageHeader } from '@shared/page/page-header';
import { StateTile } from '@shared/ui/state-tile';

import classes from './placeholder.module.css';
import { placeholderTexts } from './placeholder-texts';

/** An area that a later version brings: its title, and the word that it is not there yet. */
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
