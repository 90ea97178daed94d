import type { ReactNode } from 'react';

import { Price } from './price';

interface Props {
  label: string;
  /** Whole rupiah; absent while nothing is chosen. */
  price?: number | undefined;
  /** The button that goes on. */
  children: ReactNode;
}

/**
 * The bar at the bottom with the price and the button. The price is never cut nor covered: where both do not fit beside
 * each other, the button stands below and takes the whole width.
 */
export function PayBar({ label, price, children }: Props) {
  return (
    <footer className="sticky bottom-0 border-t border-line bg-ground pb-[env(safe-area-inset-bottom)]">
      <div className="mx-auto flex max-w-2xl flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 *:last:grow">
        <p className="min-w-max flex-[999_1_0]" aria-live="polite">
          <span className="block w-0 min-w-full truncate text-xs text-quiet" title={label}>
            {label}
          </span>
          {price !== undefined && <Price value={price} className="text-xl/7 font-semibold tracking-tight" />}
        </p>
        {children}
      </div>
    </footer>
  );
}
