import type { MouseEventHandler, ReactNode } from 'react';

import { countedClick } from '@/events/shop-event';

import { Icon } from './icons';

export interface LinkProps {
  href: string;
  onClick?: MouseEventHandler<HTMLAnchorElement> | undefined;
}

interface Props {
  title: string;
  back: LinkProps;
  backLabel: string;
  /** Before the title. */
  logo?: ReactNode;
  /** Below the title. */
  subtitle?: string;
}

/** The header of a page below the home page. */
export function PageHeader({ title, back, backLabel, logo, subtitle }: Props) {
  return (
    <header className="bg-header text-header-text">
      <div className="mx-auto flex min-h-[76px] max-w-2xl items-center gap-3 py-2 pr-4 pl-2">
        <a
          {...back}
          {...countedClick('back')}
          aria-label={backLabel}
          className="flex size-11 shrink-0 items-center justify-center rounded-full"
        >
          <Icon name="back" size={18} />
        </a>
        {logo}
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-base font-semibold" title={title}>
            {title}
          </h1>
          {subtitle && (
            <p className="truncate text-[13px]/[18px] text-header-quiet" title={subtitle}>
              {subtitle}
            </p>
          )}
        </div>
      </div>
    </header>
  );
}
