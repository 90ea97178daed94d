import { Button } from '@mantine/core';
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { useCurrentUser } from '@/session/current-user';
import { PageTitle } from '@shared/page/page-title';
import { StateTile } from '@shared/state/state-tile';
import { defaultOrderRange } from '@/navigation/default-order-range';

import classes from './fallback.module.css';
import { fallbackTexts } from './fallback-texts';

/** Replaces the whole app if the shell fails. */
export function ErrorPage(props: ErrorComponentProps) {
  return (
    <main className={classes['whole']}>
      <BrokenPage {...props} />
    </main>
  );
}

/** Replaces a page that failed, inside the shell. Its button reloads the app at the orders page. */
export function BrokenPage({ error }: ErrorComponentProps) {
  const texts = useTexts(fallbackTexts);
  const router = useRouter();
  const zone = useCurrentUser()?.Client.timeZone;
  const { handleError } = router.options.context;
  useEffect(() => handleError(error, { inPlace: true }), [handleError, error]);
  const reload = () => {
    const target = router.buildLocation({
      to: '/orders/{-$type}',
      params: { type: undefined },
      search: defaultOrderRange(zone),
    });
    window.location.assign(target.publicHref);
  };
  return (
    <div className={classes['page']}>
      <StateTile icon={IconPlugConnectedX} tone="failed" />
      <PageTitle className={classes['title']}>{texts.wentWrong}</PageTitle>
      <p className={classes['hint']}>{texts.wentWrongHint}</p>
      <Button leftSection={<IconRefresh aria-hidden />} onClick={reload}>
        {texts.reload}
      </Button>
    </div>
  );
}
