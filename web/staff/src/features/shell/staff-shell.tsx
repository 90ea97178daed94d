import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';

import { type Area, areaTexts } from '@/navigation/area-texts';
import { pagesAbove, subPageLinks, subPageTexts } from '@/navigation/sub-pages';
import { overviewOptions } from '@/overview/overview-queries';
import { staffZone } from '@/session/current-staff';
import { Shell } from '@shared/app/shell/shell';
import type { ShellParts } from '@shared/app/shell/shell-parts';
import { StepUpPlace } from '@shared/app/step-up/step-up-place';
import { useLiveQueries } from '@shared/live/use-live-queries';

import { entryList, sidebarEntries } from './entries';
import { SearchBox } from './search/search-box';
import { groupTexts } from './shell-texts';

/** How often the counts in the sidebar are asked for, in milliseconds. */
const countInterval = 30_000;

// Every area has an icon; one without an entry is not in the sidebar.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const areaIcons = Object.fromEntries(entryList.map(({ area, icon }) => [area, icon])) as ShellParts['areaIcons'];

const parts = {
  areaNames: areaTexts,
  areaIcons,
  areaLink: (area: Area) => linkOptions({ to: `/${area}` }),
  pageNames: subPageTexts,
  pagesAbove,
  pageLinks: subPageLinks,
  sectionNames: { en: {}, id: {} },
  pendingEntries: entryList.map(({ area }) => area),
  groupNames: groupTexts,
  timeZone: staffZone,
  HeaderPart: SearchBox,
} satisfies Partial<ShellParts>;

/** The least time between two looks at the counts after colleagues changed something, in milliseconds. */
const pause = 5000;
const liveKeys = [overviewOptions().queryKey];

/** The frame of the pages of staff after sign-in. Its stream of hints also tells each page that the session has ended. */
export function StaffShell() {
  useLiveQueries(['staff'], liveKeys, pause);
  const { data: overview } = useQuery({ ...overviewOptions(), refetchInterval: countInterval });
  return (
    <>
      <Shell {...parts} entries={(access) => sidebarEntries(access, overview)} />
      <StepUpPlace />
    </>
  );
}
