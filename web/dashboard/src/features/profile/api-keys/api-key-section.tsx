import { IconKey, IconLock, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { serverUrl } from '@shared/api/server-url';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { permission } from '@/session/permissions';
import { useHasPermission } from '@/session/current-user';
import { lazyPart, PartPending } from '@shared/state/lazy-part';
import { ListNotice } from '@shared/state/list-notice';
import { Card } from '@shared/ui/card';
import { ProgressButton } from '@shared/ui/progress-button';

import { profileTexts } from '../profile-texts';
import { RemovableList } from '../removable-list';
import { ShownOnceDialog } from '../shown-once-dialog';
import { apiKeyColumns } from './api-key-columns';
import { apiKeyListOptions, makeApiKeyOptions, mostApiKeys, removeApiKeyOptions } from './api-key-queries';
import { apiKeyTexts } from './api-key-texts';
import classes from './api-keys.module.css';
import { ShowKeyContext } from './key-actions';
import { KeyDialog } from './key-dialog';
import { useFocusAfter } from './use-focus-after';

/** It stands below the keys and is loaded after them. */
const DuplicateGuard = lazyPart(async () => (await import('./duplicate-guard')).DuplicateGuard, <PartPending />);

const tableWidth = 56;

/** The API keys of the client, for users with the permission. */
export function ApiKeySection() {
  const texts = useTexts(apiKeyTexts);
  const profile = useTexts(profileTexts);
  if (useHasPermission(permission.profileApiKey)) return <ApiKeys />;
  return (
    <Card title={texts.title}>
      <ListNotice icon={IconLock} title={profile.unauthorized}>
        {profile.unauthorizedText}
      </ListNotice>
    </Card>
  );
}

function ApiKeys() {
  const texts = useTexts(apiKeyTexts);
  const queryClient = useQueryClient();
  const keys = useQuery(apiKeyListOptions());
  const { shown } = useZones();
  const [dialog, setDialog] = useState(false);
  const [newKey, setNewKey] = useState<string>();
  const hintId = useId();
  const buttonId = useId();
  useFocusAfter(newKey !== undefined, buttonId);
  const used = keys.data?.filter(({ state }) => state === 'active').length ?? 0;
  const full = used >= mostApiKeys;

  function forget() {
    setNewKey(undefined);
    // As soon as the dialog closes: docs/product/access.md#api-keys.
    void queryClient.invalidateQueries(apiKeyListOptions());
  }

  return (
    <ShowKeyContext value={setNewKey}>
      <RemovableList
        texts={{ ...texts, questionText: ({ apiKey }) => texts.questionText(apiKey), removed: () => texts.removed }}
        rows={keys}
        removal={removeApiKeyOptions()}
        hint={
          <>
            <span id={hintId}>
              {keys.data ? texts.inUse(used, mostApiKeys) : ' '} {full && texts.full}
            </span>{' '}
            <a className={classes['docs']} href={serverUrl('/docs/quickstart')} target="_blank" rel="noreferrer">
              {texts.docs}
            </a>
          </>
        }
        action={
          <ProgressButton
            id={buttonId}
            leftSection={<IconPlus aria-hidden />}
            // Closed instead of disabled, because the dialog of the last key returns the focus to it.
            unavailable={full || keys.isPending}
            aria-describedby={hintId}
            sending={false}
            sendingLabel={texts.generating}
            onPress={() => setDialog(true)}
          >
            {texts.generate}
          </ProgressButton>
        }
        columns={apiKeyColumns}
        minWidth={tableWidth}
        expectedRows={mostApiKeys}
        icon={IconKey}
      />
      <KeyDialog
        opened={dialog}
        mutation={makeApiKeyOptions(shown)}
        onDone={({ apiKey }) => {
          setDialog(false);
          setNewKey(apiKey);
        }}
        onClose={() => setDialog(false)}
      />
      {/* The list above it grows when it is loaded, and would push it down. */}
      {keys.isPending ? null : <DuplicateGuard />}
      <ShownOnceDialog value={newKey} label={texts.apiKey} texts={texts.newKey} onClose={forget} />
    </ShowKeyContext>
  );
}
