import type { StatusTone } from '@shared/ui/status-pill';

import type { Supplier } from './supplier-queries';

/** The tones of the states of a supplier. */
export const stateTones: Record<Supplier['state'], StatusTone> = {
  healthy: 'done',
  silent: 'waiting',
  open: 'failed',
  off: 'cancelled',
  empty: 'failed',
};
