import { useMediaQuery } from '@mantine/hooks';

import { breakpoints } from '@shared/theme/breakpoints';

/** Whether the page is as narrow as a phone, or as a tablet. */
export function useIsNarrow(as: 'phone' | 'tablet' = 'phone'): boolean {
  return useMediaQuery(breakpoints[as], false, { getInitialValueInEffect: false }) ?? false;
}
