import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { ProgressButton } from '@shared/ui/progress-button';

import { apiKeyColumns } from '../../api-keys/api-key-columns';
import { ShowKeyContext } from '../../api-keys/key-actions';
import { KeyDialog } from '../../api-keys/key-dialog';
import { useFocusAfter } from '../../api-keys/use-focus-after';
import { RemovableList } from '../../removable-list';
import { ShownOnceDialog } from '../../shown-once-dialog';
import {
  makeTestKeyOptions,
  mostTestKeys,
  removeTestKeyOptions,
  type Sandbox,
  sandboxOptions,
} from './sandbox-queries';
import { sandboxTexts } from './sandbox-texts';

const tableWidth = 56;
const keysOf = ({ keys }: Sandbox) => keys;

/** The keys of the sandbox. `onMade` is called with a new key, for the console. */
export function TestKeys({ onMade }: { onMade: (testKey: string) => void }) {
  const texts = useTexts(sandboxTexts);
  const allowed = useHasPermission(permission.profileApiKey);
  const { shown } = useZones();
  const [dialog, setDialog] = useState(false);
  const [newKey, setNewKey] = useState<string>();
  const hintId = useId();
  const buttonId = useId();
  useFocusAfter(newKey !== undefined, buttonId);
  const keys = useQuery({ ...sandboxOptions(), select: keysOf });
  const used = keys.data?.filter(({ state }) => state === 'active').length ?? 0;
  const full = used >= mostTestKeys;

  function show(apiKey: string) {
    setNewKey(apiKey);
    onMade(apiKey);
  }

  function forget() {
    setNewKey(undefined);
  }

  const { keys: keyTexts } = texts;
  const inUse = `${keyTexts.inUse(used, mostTestKeys)} ${full ? keyTexts.full : ''}`;
  return (
    <ShowKeyContext value={show}>
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
              id={buttonId}
              leftSection={<IconPlus aria-hidden />}
              unavailable={full}
              aria-describedby={hintId}
              sending={false}
              sendingLabel={keyTexts.making}
              onPress={() => setDialog(true)}
            >
              {keyTexts.make}
            </ProgressButton>
          )
        }
        columns={apiKeyColumns}
        minWidth={tableWidth}
        expectedRows={mostTestKeys}
        icon={IconKey}
      />
      <KeyDialog
        opened={dialog}
        make={keyTexts.make}
        mutation={makeTestKeyOptions(shown)}
        onDone={({ apiKey }) => {
          setDialog(false);
          show(apiKey);
        }}
        onClose={() => setDialog(false)}
      />
      <ShownOnceDialog value={newKey} label={keyTexts.label} texts={texts.newKey} onClose={forget} />
    </ShowKeyContext>
  );
}
