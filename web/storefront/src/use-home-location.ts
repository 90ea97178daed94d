import { useCallback, useEffect, useState } from 'react';

import { addressOf, homeLocation, type HomeLocation, readHomeLocation } from './location';

/** Changes the location. `replace` makes no entry in the browser's history, as while typing. */
export type GoTo = (location: HomeLocation, options?: { replace?: boolean }) => void;

/**
 * Keeps in the address what the home page shows, so that reload, back and a shared link show the same. The preview
 * keeps it in memory, because its address holds the theme.
 */
export function useHomeLocation(homePath: string, inMemory: boolean): [HomeLocation, GoTo] {
  const [location, setLocation] = useState(() => (inMemory ? homeLocation : readHomeLocation(window.location.search)));
  useEffect(() => {
    if (inMemory) return undefined;
    const follow = () => setLocation(readHomeLocation(window.location.search));
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [inMemory]);
  const goTo = useCallback<GoTo>(
    (next, { replace = false } = {}) => {
      setLocation(next);
      if (inMemory) return;
      const address = addressOf(homePath, next);
      if (replace) window.history.replaceState(null, '', address);
      else window.history.pushState(null, '', address);
    },
    [homePath, inMemory],
  );
  return [location, goTo];
}
