import { useMatches } from '@tanstack/react-router';

import type { Area } from '@/navigation/area-texts';

/** Returns the area of the open page, and the section in its URL. */
export function useArea(): { area: Area | undefined; part: string | undefined } {
  return useMatches({
    select: (matches) => {
      const last = matches.at(-1);
      return { area: last?.staticData.area, part: last && 'type' in last.params ? last.params.type : undefined };
    },
    structuralSharing: true,
  });
}
