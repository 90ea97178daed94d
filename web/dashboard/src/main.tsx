import '@shared/theme/styles';

import { createRoot } from 'react-dom/client';

import { createApp } from './app';
import { FramedNotice } from './features/framed/framed-notice';
import { shareNonce } from '@shared/config/csp-nonce';

shareNonce();
const root = document.querySelector('#root');
if (!root) throw new Error('the page has no #root');

// Inside a frame somebody else's page could lead the user's clicks, so nothing that can act is started there.
const framed = window.self !== window.top;
createRoot(root).render(framed ? <FramedNotice /> : createApp());
