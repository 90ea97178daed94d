import classes from './progress-bar.module.css';

interface ProgressBarProps {
  /** What is on its way, for screen readers; the counts stand beside the bar as words. */
  label: string;
  value: number;
  /** The end, 0 while it is not known. */
  max: number;
}

const whole = 100;

/** How much of a long work is done. It says nothing that is not known: without an end it is empty. */
export function ProgressBar({ label, value, max }: ProgressBarProps) {
  const share = max > 0 ? Math.min(1, value / max) : 0;
  return (
    <div
      className={classes['track']}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max > 0 ? max : undefined}
      aria-valuenow={max > 0 ? Math.min(value, max) : undefined}
    >
      <div className={classes['done']} style={{ inlineSize: `${share * whole}%` }} />
    </div>
  );
}
