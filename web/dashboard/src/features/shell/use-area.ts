import { useMatches } from '@tanstack/react-router';

import type { Area } from '@/shared/page/area-texts';

/** The area of the open page and the part of it that the URL names. */
export function useArea(): { area: Area | undefined; part: string | undefined } {
  return useMatches({
    select: (matches) => {
      const last = matches.at(-1);
      const params = last?.params as { type?: string } | undefined;
      return { area: last?.staticData.area, part: params?.type };
    },
    structuralSharing: true,
  });
}
