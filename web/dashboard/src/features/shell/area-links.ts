import { linkOptions } from '@tanstack/react-router';

import type { AppUser } from '@shared/app/session/account';
import type { Area } from '@/navigation/area-texts';
import { defaultOrderRange } from '@/navigation/default-order-range';

/** Returns the link of an area. Order History gets a date range, because it loads only with one. */
export function areaLink(area: Area, user: AppUser | undefined) {
  switch (area) {
    case 'bill-payment':
      return linkOptions({ to: '/bill-payment', search: { operatorType: 'mobile' } });
    case 'orders':
      return linkOptions({
        to: '/orders/{-$type}',
        params: { type: undefined },
        search: defaultOrderRange(user?.timeZone),
      });
    case 'profile':
      return linkOptions({ to: '/profile/{-$type}', params: { type: undefined } });
    default:
      return linkOptions({ to: `/${area}` });
  }
}
