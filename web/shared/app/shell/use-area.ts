import { useMatches } from '@tanstack/react-router';

import type { Area, SubPage } from '@shared/app/names';

interface OpenPage {
  area: Area | undefined;
  /** The page below the area, if it is one. */
  page: SubPage | undefined;
  /** The section in the URL. */
  part: string | undefined;
}

/** Returns the area of the open page, the page below it, and the section in its URL. */
export function useArea(): OpenPage {
  return useMatches({
    select: (matches): OpenPage => {
      const last = matches.at(-1);
      const { area, page } = last?.staticData ?? {};
      const { type }: { type?: unknown } = last?.params ?? {};
      return { area, page, part: typeof type === 'string' ? type : undefined };
    },
    structuralSharing: true,
  });
}
