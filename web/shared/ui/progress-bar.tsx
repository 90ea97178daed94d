import classes from './progress-bar.module.css';

interface ProgressBarProps {
  /** Accessible name. The counts are shown as text beside the bar. */
  label: string;
  value: number;
  /** The total; 0 while it is unknown. */
  max: number;
}

const whole = 100;

/** Shows the progress of long work. It is empty while the total is unknown. */
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
