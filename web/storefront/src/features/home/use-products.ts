import { useEffect, useState } from 'react';

import type { FoundProduct } from './groups';

/** The products of a shop, loaded once the search is open. Without an answer the search finds operators alone. */
export function useProducts(homeHref: string, isWanted: boolean): readonly FoundProduct[] {
  const [products, setProducts] = useState<readonly FoundProduct[]>([]);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOver = false;
    fetch(`${homeHref}/products.json`)
      .then((answer) => (answer.ok ? answer.json() : []))
      // The server writes it with this shape.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      .then((list) => !isOver && setProducts(list as FoundProduct[]))
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [homeHref, isWanted]);
  return products;
}
