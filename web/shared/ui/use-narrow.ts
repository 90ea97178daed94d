import { useMediaQuery } from '@mantine/hooks';

import { breakpoints } from '@shared/theme/breakpoints';

/** Whether the page is as narrow as a phone. */
export function useNarrow(): boolean {
  return useMediaQuery(breakpoints.phone, false, { getInitialValueInEffect: false }) ?? false;
}
