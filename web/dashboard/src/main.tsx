import '@shared/theme/styles';

import { createRoot } from 'react-dom/client';

import { createApp } from '@shared/app/create-app';
import { FramedNotice } from '@shared/app/framed/framed-notice';
import { shareNonce } from '@shared/config/csp-nonce';

shareNonce();
const root = document.querySelector('#root');
if (!root) throw new Error('the page has no #root');

// In a frame of another page the user could be tricked into clicking (clickjacking), so the app does not start.
const framed = window.self !== window.top;
createRoot(root).render(framed ? <FramedNotice /> : createApp());
