import type { AnswerOf } from '@/api-types';
import type { StatusTone } from '@shared/ui/status-pill';

type State = AnswerOf<'/staff/v1/suppliers', 'get'>['data'][number]['state'];

/** The tones of the states of a supplier. */
export const stateTones: Record<State, StatusTone> = {
  healthy: 'done',
  silent: 'waiting',
  open: 'failed',
  off: 'cancelled',
  empty: 'failed',
  failing: 'failed',
  trial: 'waiting',
};
