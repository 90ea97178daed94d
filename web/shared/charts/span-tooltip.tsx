import classes from './stacked-bars.module.css';

/** A figure of a span, written out. */
export interface SpanFigure {
  name: string;
  value: string;
}

interface SpanTooltipProps {
  title: string;
  figures: readonly SpanFigure[];
  /** Centre of the span and width of the drawing, in pixels. */
  x: number;
  width: number;
}

const distance = 14;

/** The figures of one span, beside it. The table beside the drawing has them for screen readers. */
export function SpanTooltip({ title, figures, x, width }: SpanTooltipProps) {
  const position = x > width / 2 ? { insetInlineEnd: width - x + distance } : { insetInlineStart: x + distance };
  return (
    <div className={classes['tooltip']} style={position} aria-hidden>
      <strong className={classes['tooltipTitle']}>{title}</strong>
      {figures.map(({ name, value }) => (
        <span key={name} className={classes['tooltipRow']}>
          {name}
          <b>{value}</b>
        </span>
      ))}
    </div>
  );
}

/** The figures of a span as one sentence. */
export function spanText(title: string, figures: readonly SpanFigure[]): string {
  return `${title}: ${figures.map(({ name, value }) => `${name} ${value}`).join(', ')}`;
}
