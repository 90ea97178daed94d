import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { Page } from '@shared/app/page';
import { Amount } from '@shared/format/amount';
import { useTexts } from '@shared/i18n/texts';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Fact, Facts } from '@shared/ui/facts';
import { permission } from '@/sketch/account';
import { pageTexts } from '@/sketch/navigation';

import { clientOptions } from './client-queries';
import { clientTexts } from './client-texts';
import classes from './clients.module.css';

const route = getRouteApi('/_app/clients_/$id');

/** A detail: one client. */
export function ClientPage() {
  const { title } = useTexts(pageTexts).client;
  return (
    <Page title={title} needs={{ permission: permission.clientList }}>
      <Client />
    </Page>
  );
}

function Client() {
  const texts = useTexts(clientTexts);
  const load = useQuery(clientOptions(Number(route.useParams().id)));
  const failure = useFailure(load);
  const { data: client, isFetching, refetch } = load;
  if (failure) {
    return (
      <LoadFailed title={texts.clientFailed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />
    );
  }
  if (!client) return <Skeleton height="6rem" />;
  return (
    <div className={classes['facts']}>
      <Facts>
        <Fact name={texts.columns.name}>{client.name}</Fact>
        <Fact name={texts.columns.city}>{client.city}</Fact>
        <Fact name={texts.columns.balance}>
          <Amount value={client.balance} />
        </Fact>
      </Facts>
    </div>
  );
}
