import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { useCurrentUser } from '@/session/current-user';
import { StateTile } from '@shared/ui/state-tile';
import { defaultOrderRange } from '@/navigation/default-order-range';

import classes from './fallback.module.css';
import { fallbackTexts } from './fallback-texts';

/** What stands in place of a page that broke. It reloads into the orders page, with a fresh program. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const texts = useTexts(fallbackTexts);
  const router = useRouter();
  const zone = useCurrentUser()?.Client.timeZone;
  const { handleError } = router.options.context;
  useDocumentTitle(`${texts.wentWrong} · Loket`);
  useEffect(() => handleError(error, { inPlace: true }), [handleError, error]);
  const reload = () => {
    const target = router.buildLocation({ to: '/orders', search: defaultOrderRange(zone) });
    window.location.assign(target.publicHref);
  };
  return (
    <main className={classes['page']}>
      <StateTile icon={IconPlugConnectedX} tone="failed" />
      <h1 className={classes['title']}>{texts.wentWrong}</h1>
      <p className={classes['hint']}>{texts.wentWrongHint}</p>
      <Button leftSection={<IconRefresh aria-hidden />} onClick={reload}>
        {texts.reload}
      </Button>
    </main>
  );
}
