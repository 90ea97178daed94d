import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';

import { lookTexts } from '@/session/look-texts';
import type { CurrentUser } from '@shared/api/types';
import { useSignOut } from '@shared/app/session/use-sign-out';
import { useZones } from '@shared/format/display-zone';
import { formatClockWithZone } from '@shared/format/local-time';
import { useTexts } from '@shared/i18n/texts';

import classes from './banner.module.css';

export interface LookBannerProps {
  look: NonNullable<CurrentUser['look']>;
  username: string;
}

/** Says on each page that one of staff looks at it, and ends that. */
export function LookBanner({ look: { by, until }, username }: LookBannerProps) {
  const texts = useTexts(lookTexts);
  const { shown } = useZones();
  const { signOut, pending } = useSignOut();
  return (
    <section className={classes['banner']} data-tone="test" aria-label={texts.label}>
      <IconEye className={classes['icon']} aria-hidden />
      <p className={classes['text']}>{texts.banner(by, username, formatClockWithZone(new Date(until), shown))}</p>
      <Button variant="default" size="sm" disabled={pending} onClick={signOut}>
        {texts.end}
      </Button>
    </section>
  );
}
