import { IconKey, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';
import { useUnsavedChanges } from '@shared/form/unsaved';
import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { RemoveButton } from '@shared/overlay/removal';
import { EmptyValue } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { ProgressButton } from '@shared/ui/progress-button';

import { RemovableList } from '../../removable-list';
import { ShownOnceDialog } from '../../shown-once-dialog';
import {
  makeTestKeyOptions,
  mostTestKeys,
  removeTestKeyOptions,
  type Sandbox,
  sandboxOptions,
  type TestKey,
} from './sandbox-queries';
import { sandboxTexts } from './sandbox-texts';
import classes from './sandbox.module.css';

function KeyMoment({ at }: { at: string | null }) {
  const language = useLanguage();
  const { shown } = useZones();
  if (at === null) return <EmptyValue />;
  return <time dateTime={at}>{formatDateTime(at, shown, language)}</time>;
}

function DeleteKey({ testKey }: { testKey: TestKey }) {
  const texts = useTexts(sandboxTexts).keys;
  return <RemoveButton id={testKey.id} text={texts.remove} label={texts.removeNamed(testKey.apiKey)} />;
}

const head = columnHead(sandboxTexts, 'keys');

const testKeyColumns: ListColumns<TestKey> = [
  {
    id: 'apiKey',
    header: head('apiKey'),
    cell: (row) => <span className={classes['key']}>{row.apiKey}</span>,
    look: { width: 12, skeleton: 'line' },
  },
  {
    id: 'createdAt',
    header: head('createdAt'),
    cell: (row) => <KeyMoment at={row.createdAt} />,
    look: { width: 14.375, skeleton: 'line' },
  },
  {
    id: 'lastUsedAt',
    header: head('lastUsedAt'),
    cell: (row) => <KeyMoment at={row.lastUsedAt} />,
    look: { skeleton: 'line' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (row) => <DeleteKey testKey={row} />,
    look: { width: 8, align: 'end', skeleton: 'icon', phone: 'end' },
  },
];

const tableWidth = 44;
const keysOf = ({ keys }: Sandbox) => keys;

/** The keys of the sandbox. `onMade` is called with a new key, for the console. */
export function TestKeys({ onMade }: { onMade: (testKey: string) => void }) {
  const texts = useTexts(sandboxTexts);
  const allowed = useHasPermission(permission.profileApiKey);
  const make = useMutation(makeTestKeyOptions());
  const [newKey, setNewKey] = useState<string>();
  const hintId = useId();
  const keys = useQuery({ ...sandboxOptions(), select: keysOf });
  const used = keys.data?.length ?? 0;
  const full = used >= mostTestKeys;
  // Only the answer contains the key, so a user who left before it came would never see the key.
  useUnsavedChanges(make.isPending);

  function makeKey() {
    make.mutate(undefined, {
      onSuccess: ({ apiKey }) => {
        setNewKey(apiKey);
        onMade(apiKey);
      },
    });
  }

  function forget() {
    setNewKey(undefined);
    make.reset();
  }

  const { keys: keyTexts } = texts;
  const inUse = `${keyTexts.inUse(used, mostTestKeys)} ${full ? keyTexts.full : ''}`;
  return (
    <>
      <RemovableList
        texts={{
          ...keyTexts,
          questionText: ({ apiKey }) => keyTexts.questionText(apiKey),
          removed: () => keyTexts.removed,
        }}
        rows={keys}
        removal={removeTestKeyOptions()}
        hint={<span id={hintId}>{allowed ? inUse : keyTexts.noPermission}</span>}
        action={
          allowed && (
            <ProgressButton
              leftSection={<IconPlus aria-hidden />}
              unavailable={full}
              aria-describedby={hintId}
              sending={make.isPending}
              sendingLabel={keyTexts.making}
              onPress={makeKey}
            >
              {keyTexts.make}
            </ProgressButton>
          )
        }
        columns={testKeyColumns}
        minWidth={tableWidth}
        expectedRows={mostTestKeys}
        icon={IconKey}
      />
      <ShownOnceDialog value={newKey} label={keyTexts.label} texts={texts.newKey} onClose={forget} />
    </>
  );
}
