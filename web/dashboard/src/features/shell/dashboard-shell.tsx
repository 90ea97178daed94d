import { linkOptions } from '@tanstack/react-router';

import { AccountCard } from '@shared/app/shell/account-card';
import { Shell } from '@shared/app/shell/shell';
import type { ShellParts } from '@shared/app/shell/shell-parts';
import { StepUpPlace } from '@shared/app/step-up/step-up-place';
import { useTexts } from '@shared/i18n/texts';
import { areaTexts } from '@/navigation/area-texts';
import { pagesAbove, subPageLinks, subPageTexts } from '@/navigation/sub-pages';
import { useCurrentUser } from '@/session/current-user';

import { areaIcons } from './area-icons';
import { areaLink } from './area-links';
import { PinBanner } from './pin-banner';
import { sectionTexts, shellTexts } from './shell-texts';
import { allAreas, sidebarEntries } from './sidebar-entries';

function ClientCard({ iconOnly }: { iconOnly: boolean }) {
  const texts = useTexts(shellTexts);
  const client = useCurrentUser()?.Client;
  return <AccountCard name={client?.name} detail={client ? texts.clientId(client.id) : ''} iconOnly={iconOnly} />;
}

const parts: ShellParts = {
  areaNames: areaTexts,
  areaIcons,
  areaLink,
  pageNames: subPageTexts,
  pagesAbove,
  pageLinks: subPageLinks,
  sectionNames: sectionTexts,
  entries: sidebarEntries,
  pendingEntries: allAreas,
  Card: ClientCard,
  Banner: PinBanner,
  profileLink: linkOptions({ to: '/profile/{-$type}', params: { type: undefined } }),
  helpArea: 'cs',
};

/** The frame of the dashboard's pages after sign-in. */
export function DashboardShell() {
  return (
    <>
      <Shell {...parts} />
      <StepUpPlace />
    </>
  );
}
