import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';

import { type Area, areaTexts } from '@/navigation/area-texts';
import { pagesAbove, subPageLinks, subPageTexts } from '@/navigation/sub-pages';
import { overviewOptions } from '@/overview/overview-queries';
import { staffZone } from '@/session/current-staff';
import { Shell } from '@shared/app/shell/shell';
import type { ShellParts } from '@shared/app/shell/shell-parts';
import { StepUpPlace } from '@shared/app/step-up/step-up-place';

import { entryList, sidebarEntries } from './entries';
import { SearchBox } from './search/search-box';
import { groupTexts } from './shell-texts';

/** How often the counts in the sidebar are asked for, in milliseconds. It also shows on each page that a session has ended. */
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

/** The frame of the pages of staff after sign-in. */
export function StaffShell() {
  const { data: overview } = useQuery({ ...overviewOptions(), refetchInterval: countInterval });
  return (
    <>
      <Shell {...parts} entries={(access) => sidebarEntries(access, overview)} />
      <StepUpPlace />
    </>
  );
}
