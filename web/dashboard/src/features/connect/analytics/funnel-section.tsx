import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { useMemo } from 'react';

import type { DateRange } from '@shared/form/date-range';
import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';

import { funnelOptions } from './analytics-queries';
import { analyticsTexts } from './analytics-texts';
import classes from './analytics.module.css';
import { FunnelChart, funnelHeight } from './funnel-chart';
import { type FunnelGraph, graphOf } from './funnel-model';

/** The way of the users to the checkout, as a drawing and as a table. */
export function FunnelSection({ range }: { range: DateRange }) {
  const texts = useTexts(analyticsTexts);
  const { data, isLoading, isPlaceholderData } = useQuery(funnelOptions(range));
  const graph = useMemo(() => graphOf(data ?? { operators: [] }), [data]);
  return (
    <section className={classes['card']} aria-label={texts.insights} aria-busy={isLoading || isPlaceholderData}>
      <div className={classes['part']} data-waiting={isPlaceholderData || undefined}>
        <div className={classes['partHead']} data-together>
          <h3 className={classes['partTitle']}>{texts.insights}</h3>
          <p className={classes['legend']}>{texts.insightsText}</p>
        </div>
        {isLoading && <Skeleton height={funnelHeight} />}
        {!isLoading && graph.links.length === 0 && <p className={classes['empty']}>{texts.noFunnel}</p>}
        {graph.links.length > 0 && (
          <>
            {/* Another range starts with all steps. */}
            <FunnelChart key={`${range.start} ${range.end}`} graph={graph} />
            <FunnelTable graph={graph} />
          </>
        )}
      </div>
    </section>
  );
}

/** The figures of the drawing. */
function FunnelTable({ graph }: { graph: FunnelGraph }) {
  const texts = useTexts(analyticsTexts);
  const names = new Map(graph.nodes.map(({ id, name }) => [id, name]));
  return (
    <div className={classes['hidden']}>
      <table>
        <caption>{texts.insights}</caption>
        <thead>
          <tr>
            {[texts.from, texts.to, texts.users].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {graph.links.map(({ id, source, target, count }) => (
            <tr key={id}>
              <th scope="row">{names.get(source)}</th>
              <td>{names.get(target)}</td>
              <td>{groupThousands(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
