import { Button } from '@mantine/core';
import { IconAlertCircle, IconMailCheck } from '@tabler/icons-react';
import { createLink, getRouteApi } from '@tanstack/react-router';

import { useTexts } from '@/shared/i18n/texts';
import { PublicPage } from '@/shared/public-page/public-page';

import { accessTexts } from './access-texts';
import classes from './access.module.css';

const route = getRouteApi('/forgot-password-confirmation');
const ButtonLink = createLink(Button<'a'>);

/** Where the link of the e-mail leads: whether a new password was sent. Anything but a clear yes is a failure. */
export function ForgotResultPage() {
  const texts = useTexts(accessTexts).result;
  const ok = route.useSearch().isOk === 'true';
  const Icon = ok ? IconMailCheck : IconAlertCircle;
  return (
    <PublicPage title={ok ? texts.okTitle : texts.failedTitle}>
      <div className={classes['result']}>
        <span className={classes['tile']} data-kind={ok ? 'done' : 'failed'}>
          <Icon className={classes['icon']} aria-hidden />
        </span>
        <p>{ok ? texts.ok : texts.failed}</p>
        {ok ? <p className={classes['quiet']}>{texts.okHint}</p> : null}
        <ButtonLink component="a" to={ok ? '/login' : '/forgot-password'} size="lg" className={classes['resultAction']}>
          {ok ? texts.login : texts.retry}
        </ButtonLink>
      </div>
    </PublicPage>
  );
}
