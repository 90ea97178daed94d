import { useQuery } from '@tanstack/react-query';

import { useTexts } from '@shared/i18n/texts';
import { permission } from '@/session/permissions';
import { currentUserOptions, useHasPermission } from '@/session/current-user';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Card } from '@shared/ui/card';

import { ButtonSkeleton, FieldSkeleton } from '../form-skeleton';
import { ThresholdCard } from '../threshold/threshold-card';
import { EmailForm } from './email-form';
import { PendingEmails } from './pending-emails';
import { personalTexts } from './personal-texts';
import classes from './personal.module.css';

/** The first section: personal information and, with the permission, the thresholds of the wallets. */
export function PersonalSection() {
  const texts = useTexts(personalTexts);
  const thresholds = useHasPermission(permission.profileThreshold);
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
  const editable = useHasPermission(permission.profileChangeEmail);
  const load = useQuery(currentUserOptions());
  const failure = useFailure(load);
  const { data: user, isFetching, refetch } = load;
  if (user) {
    return (
      <>
        <EmailForm key={`${user.id} ${user.email} ${user.Client.emailFinance}`} user={user} editable={editable} />
        {editable ? <PendingEmails /> : null}
      </>
    );
  }
  if (failure === null) return <InformationSkeleton editable={editable} />;
  return <LoadFailed title={texts.loadFailed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />;
}

function InformationSkeleton({ editable }: { editable: boolean }) {
  return (
    <div className={classes['form']} aria-hidden>
      <div className={classes['facts']}>
        <FieldSkeleton />
        <FieldSkeleton />
        <FieldSkeleton />
      </div>
      <FieldSkeleton help={!editable} />
      <FieldSkeleton help />
      {editable ? (
        <>
          <FieldSkeleton help />
          <div className={classes['foot']}>
            <ButtonSkeleton />
          </div>
        </>
      ) : null}
    </div>
  );
}
