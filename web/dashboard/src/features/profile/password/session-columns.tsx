import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { Tag } from '@shared/ui/tag';

import { RemoveButton } from '@shared/overlay/removal';
import { deviceOf } from './device-name';
import type { OwnSession } from './password-queries';
import { passwordSectionTexts } from './password-section-texts';
import classes from './password.module.css';

/** Returns the function that names the device of a session. */
export function useDeviceName(): (session: OwnSession) => string {
  const texts = useTexts(passwordSectionTexts).sessions;
  return ({ device }) => {
    const { browser, system } = deviceOf(device);
    if (browser && system) return texts.on(browser, system);
    return browser ?? system ?? (device.slice(0, 40) || texts.unknownDevice);
  };
}

/** The device of a session. Marks the current session. */
function SessionName({ session }: { session: OwnSession }) {
  const texts = useTexts(passwordSectionTexts).sessions;
  const nameOf = useDeviceName();
  return (
    <span className={classes['sessionName']}>
      <span title={session.device}>{nameOf(session)}</span>
      {session.current ? <Tag>{texts.current}</Tag> : null}
    </span>
  );
}

/** Time of a session's last use. */
function LastUsed({ session }: { session: OwnSession }) {
  const language = useLanguage();
  const { shown } = useZones();
  return <time dateTime={session.lastUsedAt}>{formatDateTime(session.lastUsedAt, shown, language)}</time>;
}

/** Button that ends another session. The current one ends by Logout. */
function EndButton({ session }: { session: OwnSession }) {
  const texts = useTexts(passwordSectionTexts).sessions;
  const nameOf = useDeviceName();
  if (session.current) return null;
  return <RemoveButton id={session.id} text={texts.remove} label={texts.removeNamed(nameOf(session))} />;
}

const head = columnHead(passwordSectionTexts, 'sessions');

/** The columns of the user's own sessions. */
export const sessionColumns: ListColumns<OwnSession> = [
  {
    id: 'device',
    header: head('device'),
    cell: (row) => <SessionName session={row} />,
    look: { skeleton: 'line' },
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
    look: { width: 7.5, align: 'end', skeleton: 'icon', phone: 'end' },
  },
];
