import { useLayoutEffect, useRef } from 'react';

import { countedClick } from '@/events/shop-event';
import { useTexts } from '@/language/language';
import { Icon } from '@/parts/icons';
import { ShopLogo } from '@/parts/shop-logo';

import { homeTexts } from './home-texts';

interface Props {
  name: string;
  logo: string;
  /** What is searched; null while the search is closed. */
  search: string | null;
  onSearch: (search: string | null) => void;
}

const maxLength = 60;

/** The header of the home page: logo and name, or the field of the search. */
export function ShopHeader({ name, logo, search, onSearch }: Props) {
  const texts = useTexts(homeTexts);
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const isOpen = search !== null;
  const wasOpen = useRef(isOpen);
  // Before the next key arrives.
  useLayoutEffect(() => {
    if (isOpen !== wasOpen.current) (isOpen ? field : button).current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <div className="mx-auto flex min-h-[72px] max-w-4xl items-center gap-2.5 px-4 py-2">
      <ShopLogo name={name} logo={logo} />
      {/* A shop has no name before its owner gave it one. */}
      <h1 className={isOpen ? 'sr-only' : 'min-w-0 flex-1 truncate text-lg font-semibold'} title={name || texts.noName}>
        {name || texts.noName}
      </h1>
      {isOpen && (
        <search className="min-w-0 flex-1">
          <input
            ref={field}
            type="search"
            aria-label={texts.searchLabel}
            placeholder={texts.searchLabel}
            value={search}
            maxLength={maxLength}
            autoComplete="off"
            className="h-11 w-full min-w-0 rounded-xl border border-control bg-ground px-3 text-base text-text placeholder:text-quiet [&::-webkit-search-cancel-button]:hidden"
            onChange={(event) => onSearch(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onSearch(null);
            }}
          />
        </search>
      )}
      <button
        {...(isOpen ? {} : countedClick('search'))}
        ref={button}
        type="button"
        aria-label={isOpen ? texts.closeSearch : texts.search}
        aria-expanded={isOpen}
        className="flex size-11 shrink-0 items-center justify-center rounded-full"
        onClick={() => onSearch(isOpen ? null : '')}
      >
        <Icon name={isOpen ? 'close' : 'search'} size={18} />
      </button>
    </div>
  );
}
