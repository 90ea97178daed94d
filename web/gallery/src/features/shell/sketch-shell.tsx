import { linkOptions } from '@tanstack/react-router';
import { IconReportMoney, IconUsers } from '@tabler/icons-react';

import { useApp } from '@shared/app/app';
import { useAppUser } from '@shared/app/session/use-account';
import { AccountCard } from '@shared/app/shell/account-card';
import { Shell } from '@shared/app/shell/shell';
import type { ShellParts } from '@shared/app/shell/shell-parts';
import { permission } from '@/sketch/account';
import { areaTexts, pageTexts } from '@/sketch/navigation';

function UserCard({ iconOnly }: { iconOnly: boolean }) {
  const user = useAppUser(useApp().account);
  return <AccountCard name={user?.fullName} detail={user?.detail ?? ''} iconOnly={iconOnly} />;
}

const clients = linkOptions({ to: '/clients' });

const parts: ShellParts = {
  areaNames: areaTexts,
  areaIcons: { clients: IconUsers, reports: IconReportMoney },
  areaLink: () => clients,
  pageNames: pageTexts,
  pagesAbove: { client: [], 'new-client': [] },
  pageLinks: {},
  sectionNames: { en: {}, id: {} },
  entries: ({ permissions }) => [
    { area: 'clients', isNew: false, disabled: !permissions.includes(permission.clientList) },
    // Nobody may see the reports.
    { area: 'reports', isNew: true, disabled: true },
  ],
  pendingEntries: ['clients', 'reports'],
  Card: UserCard,
  profileLink: clients,
};

/** The frame of the sketch app's pages after sign-in. */
export function SketchShell() {
  return <Shell {...parts} />;
}
