import { Link } from '@tanstack/react-router';

import { useTexts } from '@shared/i18n/texts';

import { developerTexts } from './developer-texts';
import classes from './developers.module.css';

interface ReferenceLinksProps {
  /** The client's own reference of an order. */
  reference: string;
  /** Where the links are. */
  from: 'requests' | 'webhooks';
}

/** Links to the order of a reference, and to what else is known about it. */
export function ReferenceLinks({ reference, from }: ReferenceLinksProps) {
  const { links } = useTexts(developerTexts);
  return (
    <span className={classes['links']}>
      <Link to="/orders/{-$type}" search={{ query: `!${reference}` }} className={classes['link']}>
        {links.order}
      </Link>
      {from === 'requests' ? (
        <Link to="/profile/developers" search={{ query: reference }} className={classes['link']}>
          {links.deliveries}
        </Link>
      ) : (
        <Link to="/profile/developers/requests" search={{ query: reference }} className={classes['link']}>
          {links.requests}
        </Link>
      )}
    </span>
  );
}
