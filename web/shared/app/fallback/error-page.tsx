import { Button } from '@mantine/core';
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { useApp } from '@shared/app/app';
import { useAppUser } from '@shared/app/session/use-account';
import { PageTitle } from '@shared/page/page-title';
import { StateTile } from '@shared/state/state-tile';

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

/** Replaces a page that failed, inside the shell. Its button reloads the app at its first page. */
export function BrokenPage({ error }: ErrorComponentProps) {
  const texts = useTexts(fallbackTexts);
  const router = useRouter();
  const { account, landing } = useApp();
  const user = useAppUser(account);
  const { handleError } = router.options.context;
  useEffect(() => handleError(error, { inPlace: true }), [handleError, error]);
  const reload = () => window.location.assign(router.options.basepath + landing.home(user));
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
