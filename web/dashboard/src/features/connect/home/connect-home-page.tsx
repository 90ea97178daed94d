import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { lazyPart } from '@shared/state/lazy-part';
import { runtimeConfig } from '@shared/config/runtime-config';
import { useTexts } from '@shared/i18n/texts';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { useCurrentUser } from '@/session/current-user';
import { feature } from '@/session/permissions';
import { Page } from '@shared/app/page';

import { shopConfigOptions } from '../connect-queries';
import { DeliveryNote } from '../delivery/delivery-note';
import { FirstShop } from './first-shop';
import classes from './home.module.css';
import { homeTexts } from './home-texts';
import { ShopHeader } from './shop-header';
import { StoreChecklist } from './store-checklist';

// Its charts are not needed to see the shop.
const AnalyticsCard = lazyPart(
  async () => (await import('../analytics/home-card')).AnalyticsCard,
  <div className={classes['analyticsPlace']} aria-hidden />,
);

/** The home of Connect: how to begin, or the shop with what is left to do. */
export function ConnectHomePage() {
  const texts = useTexts(homeTexts);
  const user = useCurrentUser();
  const welcome = texts.welcome(user?.fullName ?? '~');
  return (
    <Page title={welcome} needs={{ feature: feature.connect }}>
      {/* The header of a phone shows the name of the area, and the title is for screen readers only. */}
      <p className={classes['greeting']} aria-hidden>
        {welcome}
      </p>
      <div className={classes['page']}>
        <Body />
      </div>
    </Page>
  );
}

function Body() {
  const texts = useTexts(homeTexts);
  const load = useQuery(shopConfigOptions());
  const failure = useFailure(load);
  const { data: config, isFetching, refetch } = load;
  if (config === null) return <FirstShop />;
  if (config) {
    return (
      <>
        <ShopHeader config={config} />
        <DeliveryNote delivery={config.delivery} />
        {runtimeConfig.flags.analytics && <AnalyticsCard />}
        <StoreChecklist config={config} />
      </>
    );
  }
  if (failure === null) return <Skeleton height="24rem" />;
  return <LoadFailed title={texts.failed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />;
}
