import { useQuery } from '@tanstack/react-query';

import { useTexts } from '@shared/i18n/texts';
import { permission } from '@/session/permissions';
import { currentUserOptions, useHolds } from '@/session/current-user';
import { LoadFailed } from '@shared/table/load-failed';
import { useFailure } from '@shared/table/use-failure';
import { Card } from '@shared/ui/card';

import { ThresholdCard } from '../threshold/threshold-card';
import { EmailForm } from './email-form';
import { personalTexts } from './personal-texts';
import classes from './personal.module.css';

/** The first section: personal information, and the thresholds of the wallets for who may set them. */
export function PersonalSection() {
  const texts = useTexts(personalTexts);
  const thresholds = useHolds(permission.profileThreshold);
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
  const load = useQuery(currentUserOptions());
  const failure = useFailure(load);
  const { data: user, isFetching, refetch } = load;
  if (user) return <EmailForm key={`${user.id} ${user.email} ${user.Client.emailFinance}`} user={user} />;
  if (failure === null) return <div className={classes['skeleton']} aria-hidden />;
  return <LoadFailed title={texts.loadFailed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />;
}
