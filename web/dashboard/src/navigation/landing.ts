import { stringifySearch } from '@shared/url/search-codec';
import type { Landing } from '@shared/app/session/landing';
import { feature } from '@/session/permissions';

import { areaTexts } from './area-texts';
import { defaultOrderRange } from './default-order-range';

/** Users of the dashboard land at the orders of yesterday and today. */
export const landing: Landing = {
  areas: Object.keys(areaTexts.en),
  features: Object.values(feature),
  home: (user) => `/orders${stringifySearch(defaultOrderRange(user?.timeZone))}`,
};
