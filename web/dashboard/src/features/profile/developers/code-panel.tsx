import { useId } from 'react';

import classes from './developers.module.css';

interface CodePanelProps {
  title: string;
  /** Text at the end of the head. */
  note?: string;
  /** The text as it was sent; JSON is set on lines. */
  text: string;
}

/** A titled box with what was sent or answered. */
export function CodePanel({ title, note, text }: CodePanelProps) {
  const id = useId();
  return (
    <section className={classes['panel']} aria-labelledby={id}>
      <div className={classes['panelHead']}>
        <h3 id={id}>{title}</h3>
        {note === undefined ? null : <span className={classes['panelNote']}>{note}</span>}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
      <pre className={classes['code']} tabIndex={0} aria-labelledby={id}>
        {readable(text)}
      </pre>
    </section>
  );
}

/** JSON on lines of its own, other text as it is. */
function readable(text: string): string {
  const start = text.indexOf('{');
  if (start === -1) return text;
  try {
    return text.slice(0, start) + JSON.stringify(JSON.parse(text.slice(start)), undefined, 2);
  } catch {
    // It may have been cut, or is no JSON.
    return text;
  }
}
