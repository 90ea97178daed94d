import { Tip } from '@shared/ui/tip';

import { initialsOf } from './initials';
import classes from './sidebar.module.css';

interface AccountCardProps {
  /** Undefined while unknown. */
  name: string | undefined;
  /** Below the name. */
  detail: string;
  iconOnly: boolean;
}

/** Whose account it is, in the sidebar: a name with a line below it, or its initials. */
export function AccountCard({ name, detail, iconOnly }: AccountCardProps) {
  if (name === undefined) return <div className={classes['client']} data-loading />;
  if (iconOnly) {
    return (
      <Tip label={`${name}, ${detail}`} position="right">
        <div className={classes['client']} data-initials role="img" aria-label={`${name}, ${detail}`}>
          {initialsOf(name)}
        </div>
      </Tip>
    );
  }
  return (
    <div className={classes['client']}>
      <p className={classes['clientName']} title={name}>
        {name}
      </p>
      <p className={classes['clientId']}>{detail}</p>
    </div>
  );
}
