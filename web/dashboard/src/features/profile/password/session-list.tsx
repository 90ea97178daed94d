import { useQuery } from '@tanstack/react-query';
import { IconDevices } from '@tabler/icons-react';

import { useTexts } from '@shared/i18n/texts';

import { RemovableList } from '../removable-list';
import { endSessionOptions, ownSessionsOptions } from './password-queries';
import { passwordSectionTexts } from './password-section-texts';
import { sessionColumns, useDeviceName } from './session-columns';

const expectedRows = 2;
const tableWidth = 38;

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
    />
  );
}
