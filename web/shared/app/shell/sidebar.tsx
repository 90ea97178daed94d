import { IconLogout } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';

import { useMenuAccess, useAppUser } from '@shared/app/session/use-account';
import { type Texts, useTexts } from '@shared/i18n/texts';
import { useApp } from '@shared/app/app';
import { useSignOut } from '@shared/app/session/use-sign-out';
import { Logo, LogoMark } from '@shared/ui/logo';
import { Tip } from '@shared/ui/tip';
import { NavButton, NavClosed, NavLink, NavPending } from '@shared/ui/nav-item';

import { type SidebarEntry, useShellParts } from './shell-parts';
import { shellTexts } from './shell-texts';
import classes from './sidebar.module.css';
import { useArea } from './use-area';

interface SidebarProps {
  iconOnly: boolean;
  /** Called after an entry was chosen. */
  onNavigate?: (() => void) | undefined;
}

/** Tip with the name of an icon-only entry, or the reason why an entry is disabled. */
function ItemTip({ label, children }: Pick<ComponentProps<typeof Tip>, 'label' | 'children'>) {
  return (
    <Tip label={label} disabled={label === undefined} position="right">
      {children}
    </Tip>
  );
}

function Entry({ entry, iconOnly, onNavigate }: { entry: SidebarEntry } & SidebarProps) {
  const texts = useTexts(shellTexts);
  const { areaNames, areaIcons, areaLink } = useShellParts();
  const label = useTexts(areaNames)[entry.area];
  const user = useAppUser(useApp().account);
  const active = useArea().area === entry.area;
  const tag = entry.isNew ? texts.isNew : undefined;
  const face = { icon: areaIcons[entry.area], label, iconOnly, tag, count: entry.count };
  if (entry.disabled) {
    return (
      <ItemTip label={iconOnly ? `${label}. ${texts.noPermission}` : texts.noPermission}>
        <NavClosed {...face} />
      </ItemTip>
    );
  }
  return (
    <ItemTip label={iconOnly ? label : undefined}>
      <NavLink
        {...areaLink(entry.area, user)}
        {...face}
        onClick={onNavigate}
        aria-current={active ? 'page' : undefined}
      />
    </ItemTip>
  );
}

const noGroups: Texts<Record<string, string>> = { en: {}, id: {} };

/** Splits entries where their group changes. */
function groupsOf(entries: readonly SidebarEntry[]): SidebarEntry[][] {
  const groups: SidebarEntry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && last[0]?.group === entry.group) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

function Entries({ iconOnly, onNavigate }: SidebarProps) {
  const { entries, pendingEntries } = useShellParts();
  const access = useMenuAccess(useApp().account);
  const [now] = useState(() => new Date());
  if (access) {
    const groups = groupsOf(entries(access, now));
    return (
      <div className={classes['groups']}>
        {groups.map((group) => (
          <Group key={group[0]?.area} entries={group} iconOnly={iconOnly} onNavigate={onNavigate} />
        ))}
      </div>
    );
  }
  return (
    <div className={classes['groups']}>
      <ul className={classes['list']}>
        {pendingEntries.map((area) => (
          <li key={area} aria-hidden>
            <NavPending iconOnly={iconOnly} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Group({ entries, iconOnly, onNavigate }: { entries: readonly SidebarEntry[] } & SidebarProps) {
  const { groupNames = noGroups } = useShellParts();
  const names = useTexts(groupNames);
  const name = names[entries[0]?.group ?? ''];
  return (
    <>
      {name && !iconOnly ? (
        <p className={classes['group']} aria-hidden>
          {name}
        </p>
      ) : null}
      <ul className={classes['list']} aria-label={name}>
        {entries.map((entry) => (
          <li key={entry.area}>
            <Entry entry={entry} iconOnly={iconOnly} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The sidebar: logo, account, areas and sign-out. */
export function Sidebar({ iconOnly, onNavigate }: SidebarProps) {
  const texts = useTexts(shellTexts);
  const { Card } = useShellParts();
  const { signOut, pending } = useSignOut();
  return (
    <div className={classes['sidebar']} data-icons={iconOnly || undefined}>
      <div className={classes['logo']}>{iconOnly ? <LogoMark className={classes['mark']} /> : <Logo />}</div>
      {Card ? <Card iconOnly={iconOnly} /> : null}
      <nav aria-label={texts.menu} className={classes['nav']}>
        <Entries iconOnly={iconOnly} onNavigate={onNavigate} />
        <ItemTip label={iconOnly ? texts.logout : undefined}>
          <NavButton icon={IconLogout} label={texts.logout} iconOnly={iconOnly} onClick={signOut} disabled={pending} />
        </ItemTip>
      </nav>
    </div>
  );
}
