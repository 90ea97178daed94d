import { useQuery } from '@tanstack/react-query';
import { IconDevices } from '@tabler/icons-react';

import { useTexts } from '@shared/i18n/texts';

import { RemovableList, RemovablePhoneRow } from '../removable-list';
import { endSessionOptions, type OwnSession, ownSessionsOptions } from './password-queries';
import { passwordSectionTexts } from './password-section-texts';
import classes from './password.module.css';
import { EndButton, LastUsed, sessionColumns, SessionName, useDeviceName } from './session-columns';

const expectedRows = 2;
const tableWidth = 38;

function SessionRow({ session }: { session: OwnSession }) {
  return (
    <RemovablePhoneRow action={<EndButton session={session} />}>
      <SessionName session={session} />
      <p className={classes['hint']}>
        {session.address} · <LastUsed session={session} />
      </p>
    </RemovablePhoneRow>
  );
}

/** Where the user is signed in, and the end of each of those sessions. */
export function SessionList() {
  const texts = useTexts(passwordSectionTexts).sessions;
  const nameOf = useDeviceName();
  return (
    <RemovableList
      texts={{
        ...texts,
        questionText: (session) => texts.questionText(nameOf(session), session.address),
        removed: () => texts.removed,
      }}
      rows={useQuery(ownSessionsOptions())}
      queryKey={ownSessionsOptions().queryKey}
      removal={endSessionOptions()}
      hint={texts.hint}
      columns={sessionColumns}
      minWidth={tableWidth}
      expectedRows={expectedRows}
      lines={1}
      icon={IconDevices}
      renderPhoneRow={(session) => <SessionRow session={session} />}
    />
  );
}
