import { Button } from '@mantine/core';
import { IconAlertCircle, IconMailCheck } from '@tabler/icons-react';
import { createLink, getRouteApi } from '@tanstack/react-router';

import { useTexts } from '@shared/i18n/texts';
import { PublicPage } from '@shared/public-page/public-page';
import { StateTile } from '@shared/state/state-tile';

import { accessTexts } from './access-texts';
import classes from './access.module.css';

const route = getRouteApi('/forgot-password-confirmation');
const ButtonLink = createLink(Button<'a'>);

/**
 * The page that the link in the e-mail leads to: whether a new password was sent. Anything but a success is shown as a
 * failure.
 */
export function ForgotResultPage() {
  const texts = useTexts(accessTexts).result;
  const ok = route.useSearch().isOk === 'true';
  return (
    <PublicPage
      title={ok ? texts.okTitle : texts.failedTitle}
      sign={<StateTile icon={ok ? IconMailCheck : IconAlertCircle} tone={ok ? 'done' : 'failed'} />}
    >
      <div className={classes['result']}>
        <p>{ok ? texts.ok : texts.failed}</p>
        {ok ? <p className={classes['quiet']}>{texts.okHint}</p> : null}
        <ButtonLink component="a" to={ok ? '/login' : '/forgot-password'} size="lg" className={classes['resultAction']}>
          {ok ? texts.login : texts.retry}
        </ButtonLink>
      </div>
    </PublicPage>
  );
}
