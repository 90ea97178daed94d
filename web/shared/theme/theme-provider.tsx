import { MantineProvider } from '@mantine/core';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

import { cspNonce } from '@shared/config/csp-nonce';
import { Announcer } from '@shared/notify/announce';

import { colorSchemeManager } from './color-scheme';
import { cssVariablesResolver } from './css-variables';
import { theme } from './theme';

// Notices are loaded after the first page. If that fails, the page works without them.
const Notices = lazy<ComponentType>(async () => {
  try {
    return { default: (await import('@shared/notify/notices')).Notices };
  } catch {
    return { default: () => null };
  }
});

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
      <Suspense fallback={null}>
        <Notices />
      </Suspense>
      {children}
      <Announcer />
    </MantineProvider>
  );
}
