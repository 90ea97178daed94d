import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconMapOff } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';

import { useTexts } from '@shared/i18n/texts';
import { StateTile } from '@shared/ui/state-tile';

import classes from './fallback.module.css';
import { fallbackTexts } from './fallback-texts';

const ButtonLink = createLink(Button<'a'>);

/** The answer to an address that leads nowhere. */
export function NotFoundPage() {
  const texts = useTexts(fallbackTexts);
  useDocumentTitle(`${texts.notFound} · Loket`);
  return (
    <main className={classes['page']}>
      <StateTile icon={IconMapOff} />
      <h1 className={classes['title']}>{texts.notFound}</h1>
      <p className={classes['hint']}>{texts.notFoundHint}</p>
      <ButtonLink component="a" to="/" variant="default">
        {texts.home}
      </ButtonLink>
    </main>
  );
}
