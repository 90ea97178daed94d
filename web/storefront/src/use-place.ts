import { useCallback, useEffect, useState } from 'react';

import { addressOf, homePlace, type Place, readPlace } from './place';

/** Changes the place. `replace` makes no entry in the browser's history, as while typing. */
export type GoTo = (place: Place, options?: { replace?: boolean }) => void;

/**
 * Keeps the place on the home page in the address, so that reload, back and a shared link show the same. The preview
 * keeps it in memory, because its address holds the theme.
 */
export function usePlace(homePath: string, inMemory: boolean): [Place, GoTo] {
  const [place, setPlace] = useState(() => (inMemory ? homePlace : readPlace(window.location.search)));
  useEffect(() => {
    if (inMemory) return undefined;
    const follow = () => setPlace(readPlace(window.location.search));
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [inMemory]);
  const goTo = useCallback<GoTo>(
    (next, { replace = false } = {}) => {
      setPlace(next);
      if (inMemory) return;
      const address = addressOf(homePath, next);
      if (replace) window.history.replaceState(null, '', address);
      else window.history.pushState(null, '', address);
    },
    [homePath, inMemory],
  );
  return [place, goTo];
}
