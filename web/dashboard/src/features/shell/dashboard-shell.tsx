import { linkOptions } from '@tanstack/react-router';

import { AccountCard } from '@shared/app/shell/account-card';
import { Shell } from '@shared/app/shell/shell';
import type { ShellParts } from '@shared/app/shell/shell-parts';
import { StepUpPlace } from '@shared/app/step-up/step-up-place';
import { useTexts } from '@shared/i18n/texts';
import { lazyOverlay, lazyPart, PartPending } from '@shared/state/lazy-part';
import { areaTexts } from '@/navigation/area-texts';
import { pagesAbove, subPageLinks, subPageTexts } from '@/navigation/sub-pages';
import { useCurrentUser } from '@/session/current-user';
import { inSandbox } from '@/session/sandbox';

import { areaIcons } from './area-icons';
import { areaLink } from './area-links';
import { PinBanner } from './pin-banner';
import type { LookBannerProps } from './look-banner';
import type { LeaveEntryProps } from './sandbox-banner';
import { sectionTexts, shellTexts } from './shell-texts';
import { allAreas, sidebarEntries } from './sidebar-entries';

// Loaded on demand, because few users are in the sandbox, and no user is looked at for long.
const LookBanner = lazyPart<LookBannerProps>(async () => (await import('./look-banner')).LookBanner, <PartPending />);
const SandboxBanner = lazyPart(async () => (await import('./sandbox-banner')).SandboxBanner, <PartPending />);
const LeaveSandboxEntry = lazyPart<LeaveEntryProps>(
  async () => (await import('./sandbox-banner')).LeaveSandboxEntry,
  <PartPending />,
);

/** No page waits for what the provider tells. */
const Announcements = lazyOverlay(async () => (await import('./announcements')).Announcements, 'rendered');

function ClientCard({ iconOnly }: { iconOnly: boolean }) {
  const texts = useTexts(shellTexts);
  const client = useCurrentUser()?.Client;
  const detail = client && (inSandbox() ? 'Sandbox' : texts.clientId(client.id));
  return <AccountCard name={client?.name} detail={detail ?? ''} iconOnly={iconOnly} />;
}

/**
 * What each page says first: that staff look at it, that it is of the sandbox, or that a PIN is missing, which is none of
 * the sandbox's.
 */
function Banner() {
  const user = useCurrentUser();
  if (user?.look) return <LookBanner look={user.look} username={user.username} />;
  return inSandbox() ? <SandboxBanner /> : <PinBanner />;
}

const parts: ShellParts = {
  areaNames: areaTexts,
  areaIcons,
  areaLink,
  pageNames: subPageTexts,
  pagesAbove,
  pageLinks: subPageLinks,
  sectionNames: sectionTexts,
  entries: (access, now) => sidebarEntries(access, now, inSandbox()),
  pendingEntries: allAreas,
  Card: ClientCard,
  Banner,
  Foot: Announcements,
  profileLink: linkOptions({ to: '/profile/{-$type}', params: { type: undefined } }),
  helpArea: 'cs',
};

const sandboxParts = { MenuEntry: LeaveSandboxEntry, profileLink: subPageLinks.developers };

/** The frame of the dashboard's pages after sign-in. */
export function DashboardShell() {
  return (
    <>
      <Shell {...parts} {...(inSandbox() && sandboxParts)} />
      <StepUpPlace />
    </>
  );
}
