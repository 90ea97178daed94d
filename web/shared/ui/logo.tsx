import { useContext } from 'react';

import { ProductContext } from '@shared/config/product-name';

import classes from './logo.module.css';

/** The arch of the logo. It is decoration: the name is beside it or in the label of its link. */
export function LogoMark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 32 32" className={className ?? classes['mark']} aria-hidden focusable="false">
      <rect width="32" height="32" rx="7" className={classes['ground']} />
      <path d="M9.5 22v-6.5a6.5 6.5 0 0 1 13 0V22M6 23.25h20M13 17.75h6" className={classes['arch']} />
    </svg>
  );
}

/** The logo with the name. `large` is for pages where it stands alone, such as sign-in. */
export function Logo({ large = false }: { large?: boolean }) {
  const { productName, productBadge } = useContext(ProductContext);
  return (
    <span className={classes['logo']} data-large={large || undefined}>
      <LogoMark />
      <span className={classes['name']}>{productName}</span>
      {productBadge ? <span className={classes['badge']}>{productBadge}</span> : null}
    </span>
  );
}
