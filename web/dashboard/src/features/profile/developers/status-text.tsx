import classes from './developers.module.css';

const firstWarning = 300;
const firstFailure = 500;

/** The tone of an HTTP status: green below 300, amber below 500, red above, and red without an answer. */
function toneOf(status: number): 'done' | 'waiting' | 'failed' {
  if (status === 0 || status >= firstFailure) return 'failed';
  return status < firstWarning ? 'done' : 'waiting';
}

/** The HTTP status of an answer, or in words why there was none. */
export function StatusText({ status, failure = '' }: { status: number; failure?: string }) {
  return (
    <span className={classes['status']} data-tone={toneOf(status)}>
      {status === 0 ? failure : status}
    </span>
  );
}
