import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';

import classes from './accordion.module.css';

interface AccordionItemProps {
  /** What the row shows while it is closed too: its accessible name. */
  head: ReactNode;
  /** Text before the chevron. */
  note?: string | undefined;
  opened: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** A list of rows that open and close: an accordion. */
export function Accordion({ children }: { children: ReactNode }) {
  return <div className={classes['list']}>{children}</div>;
}

/** A row of a `Accordion`. Its contents exist only while it is open. */
export function AccordionItem({ head, note, opened, onToggle, children }: AccordionItemProps) {
  const id = useId();
  return (
    <div className={classes['row']}>
      <h3>
        <button
          type="button"
          id={`${id}-head`}
          className={classes['head']}
          aria-expanded={opened}
          aria-controls={opened ? id : undefined}
          onClick={onToggle}
        >
          <span className={classes['name']}>{head}</span>
          {note ? <span className={classes['note']}>{note}</span> : null}
          <IconChevronDown className={classes['chevron']} aria-hidden />
        </button>
      </h3>
      {opened ? (
        <div id={id} className={classes['body']} role="region" aria-labelledby={`${id}-head`}>
          {children}
        </div>
      ) : null}
    </div>
  );
}

/** A row of a `Accordion` that can't be opened, with what says why at its end. */
export function AccordionStaticRow({ head, children }: { head: ReactNode; children: ReactNode }) {
  return (
    <div className={classes['row']}>
      <div className={classes['head']}>
        <h3 className={classes['name']}>{head}</h3>
        {children}
      </div>
    </div>
  );
}
