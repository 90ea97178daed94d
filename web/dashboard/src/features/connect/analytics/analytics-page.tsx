import { IconArrowLeft } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';

import type { DateRange } from '@shared/form/date-range';
import { useTexts } from '@shared/i18n/texts';
import { feature } from '@/session/permissions';
import { Page } from '@shared/app/page';

import { analyticsTexts } from './analytics-texts';
import classes from './analytics.module.css';
import { FiguresFailed } from './figures-failed';
import { FunnelSection } from './funnel-section';
import { RangeControl, useShownRange } from './range-control';
import { RankingCard } from './ranking-card';
import { GmvChart, SalesTotals, SessionsChart } from './sales-parts';

const route = getRouteApi('/_app/connect_/analytics');

const shownRows = 5;

/** The figures of the shop in a range of days: sales, visitors, and their way to an order. */
export function AnalyticsPage() {
  const texts = useTexts(analyticsTexts);
  const navigate = route.useNavigate();
  const range = useShownRange(route.useSearch());
  const show = ({ start, end }: DateRange) => void navigate({ search: { startDate: start, endDate: end } });
  return (
    <Page
      needs={{ feature: feature.connect }}
      title={texts.title}
      back={
        <Link to="/connect" search={{ startDate: range.start, endDate: range.end }} className={classes['back']}>
          <IconArrowLeft aria-hidden />
          {texts.back}
        </Link>
      }
      actions={<RangeControl value={range} onChange={show} compared />}
    >
      <div className={classes['page']}>
        <FiguresFailed />
        <h2 className={classes['heading']}>{texts.sales}</h2>
        <div className={classes['card']}>
          <SalesTotals range={range} withMargin />
          <div className={classes['halves']}>
            <GmvChart range={range} />
            <RankingCard kind="products" range={range} shown={shownRows} />
          </div>
        </div>
        <h2 className={classes['heading']}>{texts.engagement}</h2>
        <div className={classes['card']}>
          <div className={classes['halves']}>
            <SessionsChart range={range} />
            <RankingCard kind="components" range={range} shown={shownRows} />
          </div>
        </div>
        <h2 className={classes['heading']}>{texts.funnel}</h2>
        <FunnelSection range={range} />
        <div className={classes['card']}>
          <RankingCard kind="banners" range={range} shown={shownRows} />
        </div>
      </div>
    </Page>
  );
}
