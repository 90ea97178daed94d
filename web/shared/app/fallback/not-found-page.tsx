import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';

import { useTexts } from '@shared/i18n/texts';
import { PageTitle } from '@shared/page/page-title';
import { StateTile } from '@shared/state/state-tile';

import classes from './fallback.module.css';
import { fallbackTexts } from './fallback-texts';

const ButtonLink = createLink(Button<'a'>);

/** Shown for an unknown address. */
export function NotFoundPage() {
  const texts = useTexts(fallbackTexts);
  return (
    <main className={`${classes['page']} ${classes['whole']}`}>
      <StateTile icon={IconMapOff} />
      <PageTitle className={classes['title']}>{texts.notFound}</PageTitle>
      <p className={classes['hint']}>{texts.notFoundHint}</p>
      <ButtonLink component="a" to="/" variant="default">
        {texts.home}
      </ButtonLink>
    </main>
  );
}
