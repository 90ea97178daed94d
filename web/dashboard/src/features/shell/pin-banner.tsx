import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';

import type { CurrentUser } from '@shared/api/types';
import { useTexts } from '@shared/i18n/texts';
import { feature } from '@/session/permissions';
import { isRoot, useCurrentUser } from '@/session/current-user';

import classes from './banner.module.css';
import { shellTexts } from './shell-texts';
import { useArea } from '@shared/app/shell/use-area';

const ButtonLink = createLink(Button<'a'>);

/** Reports whether the user should be asked to set a PIN: a root user of a corporate client without one. */
export function lacksPin(user: CurrentUser | undefined): boolean {
  return isRoot(user) && user?.pin === false && user.Client.features.includes(feature.corporate);
}

/** Asks the user to set a PIN, on all pages except the one where the PIN is set. */
export function PinBanner() {
  const texts = useTexts(shellTexts);
  const { area, part } = useArea();
  const isThere = area === 'profile' && part === 'pin';
  if (!lacksPin(useCurrentUser()) || isThere) return null;
  return (
    <section className={classes['banner']} aria-label={texts.pinBanner}>
      <IconLock className={classes['icon']} aria-hidden />
      <p className={classes['text']}>{texts.pinBanner}</p>
      <ButtonLink component="a" to="/profile/{-$type}" params={{ type: 'pin' }} variant="default" size="sm">
        {texts.pinButton}
      </ButtonLink>
    </section>
  );
}
