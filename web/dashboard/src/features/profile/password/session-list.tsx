import { useQuery } from '@tanstack/react-query';
import { IconDevices } from '@tabler/icons-react';

import { useTexts } from '@shared/i18n/texts';

import { RemovableList } from '../removable-list';
import { endSessionOptions, ownSessionsOptions } from './password-queries';
import { passwordSectionTexts } from './password-section-texts';
import { sessionColumns, useDeviceName } from './session-columns';

const expectedRows = 2;
const tableWidth = 38;

/** The user's open sessions, each with a button that ends it. */
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
