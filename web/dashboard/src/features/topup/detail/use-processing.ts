import { useState } from 'react';

import { useTimeLeft } from '@shared/format/use-time-left';
import type { TopupOrder } from '@/wallet/topup-order-queries';

import { confirmedUntil } from './confirmed-until';

/** Returns how long a transfer still counts as processing, in milliseconds; 0 if it does not. */
export function useProcessing(order: TopupOrder): number {
  const [until] = useState(() => confirmedUntil(order.id));
  const left = useTimeLeft(until);
  return order.status === 'pending' ? left : 0;
}
