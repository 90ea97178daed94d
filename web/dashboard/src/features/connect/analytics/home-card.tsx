import { Button } from '@mantine/core';
import { createLink, getRouteApi } from '@tanstack/react-router';
import { useId } from 'react';

import type { DateRange } from '@shared/form/date-range';
import { useTexts } from '@shared/i18n/texts';
import { CardHead } from '@shared/ui/card';

import { analyticsTexts } from './analytics-texts';
import classes from './analytics.module.css';
import { Compared, RangeControl, useShownRange } from './range-control';
import { FiguresFailed } from './figures-failed';
import { RankingCard } from './ranking-card';
import { SalesTotals, SessionsChart } from './sales-parts';

const route = getRouteApi('/_app/connect');
const ButtonLink = createLink(Button<'a'>);

/** How many are shown here (docs/product/analytics.md#figures). */
const shownRows = 3;

/** The figures of the shop on the home of Connect, yesterday's at first. */
export function AnalyticsCard() {
  const texts = useTexts(analyticsTexts);
  const navigate = route.useNavigate();
  const range = useShownRange(route.useSearch());
  const show = ({ start, end }: DateRange) =>
    void navigate({ search: { startDate: start, endDate: end }, resetScroll: false });
  const id = useId();
  return (
    <section className={classes['card']} aria-labelledby={id}>
      <CardHead
        title={texts.summary}
        id={id}
        hint={<Compared range={range} />}
        action={
          <div className={classes['actions']}>
            <RangeControl value={range} onChange={show} />
            <ButtonLink
              component="a"
              variant="default"
              to="/connect/analytics"
              search={{ startDate: range.start, endDate: range.end }}
            >
              {texts.details}
            </ButtonLink>
          </div>
        }
      />
      <FiguresFailed />
      <div className={classes['thirds']}>
        <section className={classes['part']} aria-label={texts.sales}>
          <div className={classes['partHead']}>
            <h3 className={classes['partTitle']}>{texts.sales}</h3>
          </div>
          <SalesTotals range={range} withMargin={false} />
        </section>
        <SessionsChart range={range} />
        <RankingCard kind="products" range={range} shown={shownRows} />
      </div>
    </section>
  );
}
