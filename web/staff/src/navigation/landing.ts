import type { Landing } from '@shared/app/session/landing';

import { areaTexts } from './area-texts';

/** Staff land at the overview. */
export const landing: Landing = {
  areas: Object.keys(areaTexts.en),
  features: [],
  home: () => '/overview',
};
