import type { ReactNode } from 'react';

import { Icon } from './icons';

/** A note beside what it is about. An alert is read out at once. */
export function Notice({ children, isAlert = false }: { children: ReactNode; isAlert?: boolean }) {
  return (
    <div
      role={isAlert ? 'alert' : undefined}
      className={`flex gap-2.5 rounded-2xl border px-4 py-3 text-sm ${isAlert ? 'border-error' : 'border-line bg-band'}`}
    >
      <span className={isAlert ? 'text-error' : 'text-link'}>
        <Icon name="alert" size={18} />
      </span>
      <div className="min-w-0 flex-1 wrap-break-word">{children}</div>
    </div>
  );
}
