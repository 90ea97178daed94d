import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';

import { cspNonce } from '@shared/config/csp-nonce';
import { Announcer } from '@shared/notify/announce';
import { Notices } from '@shared/notify/notices';

import { colorSchemeManager } from './color-scheme';
import { cssVariablesResolver } from './css-variables';
import { theme } from './theme';

/** Provides Mantine with the theme and the style nonce, and mounts the notices and the polite live region. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      cssVariablesResolver={cssVariablesResolver}
      getStyleNonce={cspNonce}
      // The provider writes Mantine's variables itself. The CSS file with them would be a tenth of the first page's
      // styles.
      deduplicateCssVariables={false}
    >
      {children}
      <Notices />
      <Announcer />
    </MantineProvider>
  );
}
