import { MantineProvider } from '@mantine/core';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

import { cspNonce } from '@shared/config/csp-nonce';
import { Announcer } from '@shared/notify/announce';

import { colorSchemeManager } from './color-scheme';
import { cssVariablesResolver } from './css-variables';
import { theme } from './theme';

// The first page is there before its first notice. A page whose notices don't come goes on without them.
const Notices = lazy<ComponentType>(async () => {
  try {
    return { default: (await import('@shared/notify/notices')).Notices };
  } catch {
    return { default: () => null };
  }
});

/** Mantine with the tokens, the nonce for its styles, the place of the notifications and the polite live region. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      cssVariablesResolver={cssVariablesResolver}
      getStyleNonce={cspNonce}
      // It writes all of its variables itself: their file would be a tenth of the first page's styles.
      deduplicateCssVariables={false}
    >
      <Suspense fallback={null}>
        <Notices />
      </Suspense>
      {children}
      <Announcer />
    </MantineProvider>
  );
}
