import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';

import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { useSignOut } from '@shared/app/session/use-sign-out';
import { RemoveButton } from '@shared/overlay/removal';
import { TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { Tag } from '@shared/ui/tag';

import { profileTexts } from '../profile-texts';
import { deviceOf, isHandheld } from './device-name';
import type { OwnSession } from './session-queries';
import { sessionTexts } from './session-texts';
import classes from './security.module.css';

/** Returns the function that names the browser and system of a user agent. */
export function useDeviceName(): (userAgent: string) => string {
  const texts = useTexts(sessionTexts);
  return (userAgent) => {
    const { browser, system } = deviceOf(userAgent);
    if (browser && system) return texts.on(browser, system);
    return browser ?? system ?? (userAgent.slice(0, 40) || texts.unknownDevice);
  };
}

/** The device of a session, and how and when it signed in. Marks the current session. */
function SessionName({ session }: { session: OwnSession }) {
  const texts = useTexts(sessionTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const nameOf = useDeviceName();
  const Icon = isHandheld(session.device) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <span className={classes['device']}>
      <span className={classes['tile']}>
        <Icon aria-hidden />
      </span>
      <TwoLines caption={texts.methods[session.method](formatDateTime(session.createdAt, shown, language))}>
        <span className={classes['name']}>
          <span title={session.device}>{nameOf(session.device)}</span>
          {session.current ? <Tag>{texts.current}</Tag> : null}
        </span>
      </TwoLines>
    </span>
  );
}

/** Time of a session's last use. */
function LastUsed({ session }: { session: OwnSession }) {
  const language = useLanguage();
  const { shown } = useZones();
  const { now } = useTexts(sessionTexts);
  if (session.current) return now;
  return <time dateTime={session.lastUsedAt}>{formatDateTime(session.lastUsedAt, shown, language)}</time>;
}

/** Button that ends a session; the current one ends by Logout. */
function EndButton({ session }: { session: OwnSession }) {
  const texts = useTexts(sessionTexts);
  const { logout } = useTexts(profileTexts);
  const nameOf = useDeviceName();
  const { signOut, pending } = useSignOut();
  if (session.current) {
    return (
      <Button variant="default" size="sm" disabled={pending} onClick={signOut}>
        {logout}
      </Button>
    );
  }
  return <RemoveButton id={session.id} text={texts.remove} label={texts.removeNamed(nameOf(session.device))} />;
}

const head = columnHead(sessionTexts);

/** The columns of the user's own sessions. */
export const sessionColumns: ListColumns<OwnSession> = [
  {
    id: 'device',
    header: head('device'),
    cell: (row) => <SessionName session={row} />,
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'address',
    header: head('address'),
    cell: (row) => <span className={classes['address']}>{row.address}</span>,
    look: { width: 10, skeleton: 'line', phone: 'plain' },
  },
  {
    id: 'lastUsed',
    header: head('lastUsed'),
    cell: (row) => <LastUsed session={row} />,
    look: { width: 14, skeleton: 'line' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (row) => <EndButton session={row} />,
    look: { width: 8, align: 'end', skeleton: 'icon', phone: 'end' },
  },
];
