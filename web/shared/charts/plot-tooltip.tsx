import { groupThousands } from '@shared/format/rupiah';
import { useAnnouncement } from '@shared/notify/announce';

import type { StackColumn, StackSeries } from './stack-layout';
import classes from './stacked-bars.module.css';

interface PlotTooltipProps {
  title: string;
  series: readonly StackSeries[];
  column: StackColumn;
  activeSeries: number | null;
  hint: string;
  /** Centre of the bar, and width of the drawing, in pixels. */
  x: number;
  width: number;
}

const distance = 14;

/** The figures of one bar, shown beside it. Above, it would cover the filters. */
export function PlotTooltip({ title, series, column, activeSeries, hint, x, width }: PlotTooltipProps) {
  const right = x > width / 2;
  const position = right ? { insetInlineEnd: width - x + distance } : { insetInlineStart: x + distance };
  const part = activeSeries === null ? undefined : series[activeSeries];
  useAnnouncement(part && `${part.name} ${groupThousands(column.values[activeSeries ?? 0] ?? 0)}. ${hint}`);
  return (
    <div className={classes['tooltip']} style={position} aria-hidden>
      <strong className={classes['tooltipTitle']}>{title}</strong>
      {series.map(({ id, name, tone }, index) => (
        <span key={id} className={classes['tooltipRow']} data-chosen={activeSeries === index || undefined}>
          <i className={classes['square']} data-tone={tone} />
          {name}
          <b>{groupThousands(column.values[index] ?? 0)}</b>
        </span>
      ))}
      {hint !== '' && <span className={classes['tooltipHint']}>{hint}</span>}
    </div>
  );
}
