import { Tooltip } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { areaTexts } from '@/navigation/area-texts';
import { useCurrentUser, useAccess } from '@/session/current-user';
import { useSignOut } from '@shared/app/session/use-sign-out';
import { Logo, LogoMark } from '@shared/ui/logo';
import { NavButton, NavClosed, NavLink, NavPending } from '@shared/ui/nav-item';

import { areaIcons } from '@/features/shell/area-icons';
import { areaLink } from '@/features/shell/area-links';
import { shellTexts } from './shell-texts';
import { initialsOf, sidebarEntries, type SidebarEntry } from '@/features/shell/sidebar-entries';
import classes from './sidebar.module.css';
import { useArea } from './use-area';

interface SidebarProps {
  iconOnly: boolean;
  /** Called after an entry was chosen. */
  onNavigate?: (() => void) | undefined;
}

function ClientCard({ iconOnly }: { iconOnly: boolean }) {
  const texts = useTexts(shellTexts);
  const client = useCurrentUser()?.Client;
  if (!client) return <div className={classes['client']} data-loading />;
  const id = texts.clientId(client.id);
  if (iconOnly) {
    return (
      <Tooltip label={`${client.name}, ${id}`} position="right">
        <div className={classes['client']} data-initials role="img" aria-label={`${client.name}, ${id}`}>
          {initialsOf(client.name)}
        </div>
      </Tooltip>
    );
  }
  return (
    <div className={classes['client']}>
      <p className={classes['clientName']} title={client.name}>
        {client.name}
      </p>
      <p className={classes['clientId']}>{id}</p>
    </div>
  );
}

/** Tooltip with the name of an icon-only entry, or the reason why an entry is disabled. */
function ItemTooltip({ label, children }: { label: string | undefined; children: ReactNode }) {
  return (
    <Tooltip label={label ?? ''} disabled={label === undefined} position="right">
      {children}
    </Tooltip>
  );
}

function Entry({ entry, iconOnly, onNavigate }: { entry: SidebarEntry } & SidebarProps) {
  const texts = useTexts(shellTexts);
  const label = useTexts(areaTexts)[entry.area];
  const zone = useCurrentUser()?.Client.timeZone;
  const active = useArea().area === entry.area;
  const tag = entry.isNew ? texts.isNew : undefined;
  const face = { icon: areaIcons[entry.area], label, iconOnly, tag };
  if (entry.disabled) {
    return (
      <ItemTooltip label={iconOnly ? `${label}. ${texts.noPermission}` : texts.noPermission}>
        <NavClosed {...face} />
      </ItemTooltip>
    );
  }
  return (
    <ItemTooltip label={iconOnly ? label : undefined}>
      <NavLink
        {...areaLink(entry.area, zone)}
        {...face}
        onClick={onNavigate}
        aria-current={active ? 'page' : undefined}
      />
    </ItemTooltip>
  );
}

/** The entries of a client with every feature. Nothing below them moves if there are fewer. */
const pendingEntries = ['bill-payment', 'connect', 'orders', 'deposit', 'invoice', 'product', 'cs'] as const;

function Entries({ iconOnly, onNavigate }: SidebarProps) {
  const gates = useAccess();
  const [now] = useState(() => new Date());
  return (
    <ul className={classes['list']}>
      {gates
        ? sidebarEntries(gates, now).map((entry) => (
            <li key={entry.area}>
              <Entry entry={entry} iconOnly={iconOnly} onNavigate={onNavigate} />
            </li>
          ))
        : pendingEntries.map((area) => (
            <li key={area} aria-hidden>
              <NavPending iconOnly={iconOnly} />
            </li>
          ))}
    </ul>
  );
}

/** The sidebar: logo, client, areas and sign-out. */
export function Sidebar({ iconOnly, onNavigate }: SidebarProps) {
  const texts = useTexts(shellTexts);
  const { signOut, pending } = useSignOut();
  return (
    <div className={classes['sidebar']} data-icons={iconOnly || undefined}>
      <div className={classes['logo']}>{iconOnly ? <LogoMark className={classes['mark']} /> : <Logo />}</div>
      <ClientCard iconOnly={iconOnly} />
      <nav aria-label={texts.menu} className={classes['nav']}>
        <Entries iconOnly={iconOnly} onNavigate={onNavigate} />
        <ItemTooltip label={iconOnly ? texts.logout : undefined}>
          <NavButton icon={IconLogout} label={texts.logout} iconOnly={iconOnly} onClick={signOut} disabled={pending} />
        </ItemTooltip>
      </nav>
    </div>
  );
}
