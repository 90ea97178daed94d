import { useEffect, useState } from 'react';

import { type PreviewScreen, readPreviewMessage, readyMessage } from '@shared/shop/preview';
import type { ShopData, ShopOperator } from '@shared/shop/shop-data';

import { exampleProduct } from './example-data';
import { mergePreview } from './merge-preview';

/** What the page shows. On the pages of shoppers it never changes. */
export interface Shown {
  data: ShopData;
  /** Set in the preview: shows another screen in place. */
  inPlace?: { openHome: () => void; openOperator: (operator: ShopOperator) => void };
}

/** Follows the messages of the dashboard if the page is a preview in a frame. */
export function usePreview(page: ShopData, screenAtFirst: PreviewScreen): Shown {
  const [data, setData] = useState(page);
  const [opened, setOpened] = useState<ShopOperator | null>(() => (screenAtFirst === 'home' ? null : exampleOf(page)));

  useEffect(() => {
    if (!page.preview || window.parent === window) return undefined;
    const dashboard = page.dashboardOrigin || window.location.origin;
    let screen = screenAtFirst;
    const follow = (event: MessageEvent<unknown>) => {
      if (event.source !== window.parent || event.origin !== dashboard) return;
      const message = readPreviewMessage(event.data);
      if (!message) return;
      setData((before) => mergePreview(before, message.data));
      // Each keystroke sends the screen: only a change of it leads away from what was opened here.
      if (message.screen !== screen) setOpened(message.screen === 'home' ? null : exampleOf(page));
      screen = message.screen;
    };
    window.addEventListener('message', follow);
    window.parent.postMessage(readyMessage(), dashboard);
    return () => window.removeEventListener('message', follow);
  }, [page, screenAtFirst]);

  if (!page.preview) return { data: page };
  const inPlace = { openHome: () => setOpened(null), openOperator: setOpened };
  return { data: opened ? { ...data, product: exampleProduct(opened) } : data, inPlace };
}

/** The operator of the product page: the first popular one, or the first of all. */
function exampleOf({ popular, groups }: ShopData): ShopOperator {
  const all = groups.flatMap(({ operators }) => operators);
  return all.find(({ code }) => code === popular[0]) ?? all[0] ?? { code: 'example', name: 'Mobile Legends' };
}
