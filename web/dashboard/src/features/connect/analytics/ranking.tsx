import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';

import { analyticsTexts } from './analytics-texts';
import classes from './analytics.module.css';
import { Change } from './change';

/** A row of a ranking. */
export interface Ranked {
  key: string;
  name: string;
  /** What belongs to the name, such as the operator of a SKU; may be empty. */
  detail: string;
  count: number;
  change: number;
}

interface RankingProps {
  label: string;
  rows: readonly Ranked[];
  /** Headings of name and count. */
  head: readonly [name: string, count: string];
  empty: string;
}

/** Names with counts as bars, the greatest first. It is a table for all readers. */
export function Ranking({ label, rows, head, empty }: RankingProps) {
  const texts = useTexts(analyticsTexts);
  if (rows.length === 0) {
    return (
      <div className={classes['empty']}>
        <p className={classes['emptyTitle']}>{texts.noData}</p>
        <p>{empty}</p>
      </div>
    );
  }
  const most = Math.max(...rows.map(({ count }) => count));
  return (
    <table className={classes['ranking']}>
      <caption className={classes['hidden']}>{label}</caption>
      <thead className={classes['hidden']}>
        <tr>
          {[...head, texts.change].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              <span className={classes['bar']} style={{ inlineSize: `${(row.count / most) * 100}%` }} aria-hidden />
              <span className={classes['ranked']}>
                <span className={classes['rankedName']} title={row.name}>
                  {row.name}
                </span>
                {row.detail && (
                  <span className={classes['detail']} title={row.detail}>
                    {row.detail}
                  </span>
                )}
              </span>
            </th>
            <td className={classes['count']}>{groupThousands(row.count)}</td>
            <td>
              <Change value={row.change} unchanged="up" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
