import { linkOptions } from '@tanstack/react-router';

import type { Area } from '@/navigation/area-texts';
import { defaultOrderRange } from '@/navigation/default-order-range';

/** Returns the link of an area. Order History gets a date range, because it loads only with one. */
export function areaLink(area: Area, zone: string | undefined) {
  switch (area) {
    case 'bill-payment':
      return linkOptions({ to: '/bill-payment', search: { operatorType: 'mobile' } });
    case 'orders':
      return linkOptions({ to: '/orders/{-$type}', params: { type: undefined }, search: defaultOrderRange(zone) });
    case 'profile':
      return linkOptions({ to: '/profile/{-$type}', params: { type: undefined } });
    default:
      return linkOptions({ to: `/${area}` });
  }
}
