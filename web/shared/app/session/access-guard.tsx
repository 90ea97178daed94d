import { Skeleton } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { errorTexts } from '@shared/errors/error-texts';
import { useRedirectWithNotice } from '@shared/errors/use-redirect-with-notice';
import { useTexts } from '@shared/i18n/texts';
import { PageHeader } from '@shared/page/page-header';
import { ListNotice } from '@shared/state/list-notice';
import { defaultOrderRange } from '@/navigation/default-order-range';

import { currentUserOptions, hasFeature, permissionsOptions } from '@/session/current-user';
import { featureTexts } from './guard-texts';
import { feature } from '@/session/permissions';

interface WithFeatureProps {
  name: string;
  /** The title of the page, for users who may not see the rest. */
  title: string;
  /** The permission that the page needs; none by default. */
  permission?: number;
  children: ReactNode;
}

/** Shows a page to users whose client has a feature. Others are told so and sent to the orders. */
export function WithFeature({ name, title, permission, children }: WithFeatureProps) {
  const { data: user } = useQuery(currentUserOptions());
  const { data: held } = useQuery(permissionsOptions());
  if (!user || !held) return <Skeleton height="24rem" />;
  if (!hasFeature(user, name)) return <TurnedAway name={name} zone={user.Client.timeZone} />;
  if (permission !== undefined && !held.includes(permission)) return <Unauthorized title={title} />;
  return children;
}

function TurnedAway({ name, zone }: { name: string; zone: string }) {
  const texts = useTexts(featureTexts);
  const navigate = useNavigate();
  const known = Object.values<string>(feature).includes(name);
  useRedirectWithNotice(
    { title: known ? texts.noPermission(name) : texts.unknown(name) },
    () =>
      void navigate({
        to: '/orders/{-$type}',
        params: { type: undefined },
        search: defaultOrderRange(zone),
        replace: true,
      }),
  );
  return null;
}

function Unauthorized({ title }: { title: string }) {
  const { unauthorized } = useTexts(errorTexts);
  const { askRoot } = useTexts(featureTexts);
  return (
    <>
      <PageHeader title={title} />
      <ListNotice icon={IconLock} title={unauthorized}>
        {askRoot}
      </ListNotice>
    </>
  );
}
