import { useElementSize } from '@mantine/hooks';

import { shortMoney } from '@/money/short-money';
import { axisOf, heightsOf, widthOfMarks } from '@shared/charts/axis';
import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';

import type { SupplierDetail } from './supplier-queries';
import classes from './suppliers.module.css';

interface BalanceChartProps {
  points: SupplierDetail['points'];
  refills: SupplierDetail['refills'];
  /** The amount below which staff are warned; 0 for none. */
  alarm: number;
}

const wantedMarks = 2;
const height = 160;
const foot = 20;
const top = 20;
const refillText = 12;
const gapBesideMarks = 8;
const half = 2;

/**
 * The balance of the last week as a line, the alarm as a dashed one, and the refills above. The same facts stand in
 * words beside it.
 */
export function BalanceChart({ points, refills, alarm }: BalanceChartProps) {
  const { ref, width } = useElementSize();
  const language = useLanguage();
  const { shown } = useZones();
  const axis = axisOf([...points.map(({ amount }) => amount), alarm], wantedMarks);
  const left = widthOfMarks(axis.marks.map(shortMoney)) + gapBesideMarks;
  const y = heightsOf(axis, height - foot, top);
  const times = points.map(({ at }) => Date.parse(at));
  const first = times[0] ?? 0;
  const span = Math.max(1, (times.at(-1) ?? 0) - first);
  const x = (time: number) => left + (Math.max(0, width - left) * (time - first)) / span;
  const shownRefills = refills.filter(({ notedAt }) => Date.parse(notedAt) >= first);
  const line = points.map(({ amount }, index) => `${x(times[index] ?? 0)},${y(amount)}`).join(' ');
  return (
    <div ref={ref} className={classes['plot']}>
      <svg width={width} height={height} aria-hidden>
        {axis.marks.map((mark) => (
          <g key={mark}>
            <line className={classes['grid']} x1={left} x2={width} y1={y(mark)} y2={y(mark)} />
            <text className={classes['mark']} x={left - gapBesideMarks} y={y(mark)} dy="0.35em" textAnchor="end">
              {shortMoney(mark)}
            </text>
          </g>
        ))}
        {alarm > 0 ? <line className={classes['alarm']} x1={left} x2={width} y1={y(alarm)} y2={y(alarm)} /> : null}
        <polyline className={classes['line']} points={line} />
        {shownRefills.map(({ reference, amount, notedAt }) => {
          const at = Math.min(width, x(Date.parse(notedAt)));
          return (
            <g key={reference}>
              <line className={classes['refill']} x1={at} x2={at} y1={top} y2={height - foot} />
              <text className={classes['mark']} x={at} y={refillText} textAnchor={at > width / half ? 'end' : 'start'}>
                {`+${shortMoney(amount)}`}
              </text>
            </g>
          );
        })}
        <text className={classes['mark']} x={left} y={height - gapBesideMarks / half}>
          {formatDateTime(points[0]?.at ?? '', shown, language)}
        </text>
        <text className={classes['mark']} x={width} y={height - gapBesideMarks / half} textAnchor="end">
          {formatDateTime(points.at(-1)?.at ?? '', shown, language)}
        </text>
      </svg>
    </div>
  );
}
