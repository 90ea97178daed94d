import { createContext, type MouseEvent, useContext } from 'react';

import type { ShopOperator } from '@shared/shop/shop-data';

/** Where links of the shop lead. In the preview nothing is loaded: its screens change in place. */
export interface ShopLinks {
  homeHref: string;
  hrefOf: (operator: ShopOperator) => string;
  /** Set in the preview. */
  inPlace?: { openHome: () => void; openOperator: (operator: ShopOperator) => void };
}

export const ShopLinksContext = createContext<ShopLinks>({ homeHref: '/', hrefOf: () => '/' });

/** Returns the properties of a link to the page of an operator. */
export function useOperatorLink(operator: ShopOperator) {
  const { hrefOf, inPlace } = useContext(ShopLinksContext);
  return { href: hrefOf(operator), onClick: inPlace && follow(() => inPlace.openOperator(operator)) };
}

/** Returns the properties of a link to the home page of the shop. */
export function useHomeLink() {
  const { homeHref, inPlace } = useContext(ShopLinksContext);
  return { href: homeHref, onClick: inPlace && follow(inPlace.openHome) };
}

function follow(open: () => void) {
  return (event: MouseEvent) => {
    event.preventDefault();
    open();
  };
}
