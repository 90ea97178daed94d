import { CloseButton } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';

import { SignInAgain } from '@shared/errors/sign-in-again';
import { errorTexts } from '@shared/errors/error-texts';
import { useTexts } from '@shared/i18n/texts';

import { dropNotices, type ShownNotice } from './notice-store';
import classes from './notices.module.css';

/** One notice. Errors interrupt a screen reader, successes wait. */
export function NoticeBox({ notice }: { notice: ShownNotice }) {
  const texts = useTexts(errorTexts);
  const { kind, title, text, signIn, key } = notice;
  const Icon = kind === 'success' ? IconCircleCheck : IconAlertCircle;
  return (
    <div className={classes['notice']} data-kind={kind} role={kind === 'success' ? 'status' : 'alert'}>
      <Icon className={classes['icon']} aria-hidden />
      <div className={classes['words']}>
        <div className={classes['title']}>{title}</div>
        {text ? <div className={classes['text']}>{text}</div> : null}
      </div>
      {signIn ? <SignInAgain /> : null}
      <CloseButton
        className={classes['close']}
        aria-label={texts.close}
        onClick={() => dropNotices((one) => one.key === key)}
      />
    </div>
  );
}
