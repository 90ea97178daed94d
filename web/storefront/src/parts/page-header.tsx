import type { MouseEventHandler } from 'react';

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
}

/** The header of a page below the home page. */
export function PageHeader({ title, back, backLabel }: Props) {
  return (
    <header className="bg-header text-header-text">
      <div className="mx-auto flex h-[76px] max-w-2xl items-center gap-3 pr-4 pl-2">
        <a
          {...back}
          {...countedClick('back')}
          aria-label={backLabel}
          className="flex size-11 shrink-0 items-center justify-center rounded-full"
        >
          <Icon name="back" size={18} />
        </a>
        <h1 className="min-w-0 flex-1 truncate text-base font-semibold" title={title}>
          {title}
        </h1>
      </div>
    </header>
  );
}
