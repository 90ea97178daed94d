import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useRedirectWithNotice } from '@shared/errors/use-redirect-with-notice';
import { useTexts } from '@shared/i18n/texts';
import { useLiveQueries } from '@shared/live/use-live-queries';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { defaultOrderRange } from '@/navigation/default-order-range';
import { currentUserOptions } from '@/session/current-user';
import { type Settlement, settlementOptions } from '@/settlement/own-settlement-query';

import { settlementKeys } from './settlement-queries';
import { settlementTexts } from './settlement-texts';

const liveKeys = [settlementKeys.all];

/** Shows a page about the client's settlement. A user of a client without one is told so and sent home. */
export function WithSettlement({ children }: { children: (settlement: Settlement) => ReactNode }) {
  const texts = useTexts(settlementTexts);
  const { data: user } = useQuery(currentUserOptions());
  const load = useQuery(settlementOptions());
  const failure = useFailure(load);
  useLiveQueries(['settlements', 'invoices', 'orders'], liveKeys);
  if (failure !== null) {
    const again = () => void load.refetch();
    return <LoadFailed title={texts.failed} error={failure} retrying={load.isFetching} onRetry={again} />;
  }
  if (load.data === undefined) return <Skeleton height="24rem" />;
  if (load.data === null) return <NotRegistered zone={user?.Client.timeZone} />;
  return children(load.data);
}

function NotRegistered({ zone }: { zone: string | undefined }) {
  const { notRegistered } = useTexts(settlementTexts);
  const navigate = useNavigate();
  useRedirectWithNotice(
    { title: notRegistered },
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
