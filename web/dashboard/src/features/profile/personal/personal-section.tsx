import { useQuery } from '@tanstack/react-query';

import { ApiProblem } from '@/shared/api/problem';
import { noticeFor } from '@/shared/errors/catalogue';
import { useTexts } from '@/shared/i18n/texts';
import { permission } from '@/shared/session/permissions';
import { currentUserOptions } from '@/shared/session/session-queries';
import { holds, useSession } from '@/shared/session/use-session';
import { FailedNotice } from '@/shared/table/list-notice';
import { Card } from '@/shared/ui/card';

import { ThresholdCard } from '../threshold/threshold-card';
import { EmailForm } from './email-form';
import { personalTexts } from './personal-texts';
import classes from './personal.module.css';

/** The first section: personal information, and the thresholds of the wallets for who may set them. */
export function PersonalSection() {
  const texts = useTexts(personalTexts);
  const thresholds = holds(useSession(), permission.profileThreshold);
  return (
    <>
      <Card title={texts.title}>
        <PersonalInformation />
      </Card>
      {thresholds ? <ThresholdCard /> : null}
    </>
  );
}

function PersonalInformation() {
  const texts = useTexts(personalTexts);
  const { data: user, error, isFetching, refetch } = useQuery(currentUserOptions());
  if (user) return <EmailForm key={`${user.id} ${user.email} ${user.Client.emailFinance}`} user={user} />;
  if (!error) return <div className={classes['skeleton']} aria-hidden />;
  const { title, text } = noticeFor(error);
  return (
    <FailedNotice
      title={texts.loadFailed}
      text={text ?? title}
      requestId={error instanceof ApiProblem ? error.requestId : ''}
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
