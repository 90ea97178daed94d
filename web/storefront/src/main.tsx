import './shop.css';

import { createRoot } from 'react-dom/client';

import { App } from './app';
import { startEvents } from './events/start-events';
import { openedPage } from './opened-page';
import { readShopData } from './read-shop-data';

const root = document.querySelector('#root');
if (!root) throw new Error('the page has no #root');
const data = readShopData(document.querySelector('#loket-shop')?.textContent ?? '');
// What the server wrote for readers without scripts.
root.replaceChildren();
createRoot(root).render(<App page={data} />);
if (data.events && !data.preview) startEvents(data.code, openedPage(data));
