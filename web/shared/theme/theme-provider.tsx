import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

import { cspNonce } from '@shared/config/csp-nonce';
import { Announcer } from '@shared/notify/announce';

import { colorSchemeManager } from './color-scheme';
import { cssVariablesResolver } from './css-variables';
import { theme } from './theme';

/** How many notices may stand at once; makeRoom in shared/notify keeps to it. */
const noticeLimit = 3;

/** Mantine with the tokens, the nonce for its styles, the place of the notifications and the polite live region. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      cssVariablesResolver={cssVariablesResolver}
      getStyleNonce={cspNonce}
    >
      <Notifications position="top-right" limit={noticeLimit} transitionDuration={120} />
      {children}
      <Announcer />
    </MantineProvider>
  );
}
