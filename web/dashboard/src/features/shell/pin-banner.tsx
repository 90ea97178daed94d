import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';

import { useTexts } from '@shared/i18n/texts';
import { feature } from '@shared/session/permissions';
import type { SessionValues } from '@shared/session/session';
import { hasFeature, isRoot, useSession } from '@shared/session/use-session';

import classes from './pin-banner.module.css';
import { shellTexts } from './shell-texts';
import { useArea } from './use-area';

const ButtonLink = createLink(Button<'a'>);

/** Whether the user should be asked to set a PIN: a root user of a corporate client who has none. */
export function lacksPin(values: SessionValues): boolean {
  return hasFeature(values, feature.corporate) && isRoot(values) && values.userDetail?.value.pin === false;
}

/** Asks for a PIN above every page but the one where its button leads, which asks by itself. */
export function PinBanner() {
  const texts = useTexts(shellTexts);
  const { area, part } = useArea();
  const isThere = area === 'profile' && part === 'pin';
  if (!lacksPin(useSession()) || isThere) return null;
  return (
    <section className={classes['banner']} aria-label={texts.pinBanner}>
      <IconLock className={classes['icon']} aria-hidden />
      <p className={classes['text']}>{texts.pinBanner}</p>
      <ButtonLink component="a" to="/profile/$type" params={{ type: 'pin' }} variant="default" size="sm">
        {texts.pinButton}
      </ButtonLink>
    </section>
  );
}
