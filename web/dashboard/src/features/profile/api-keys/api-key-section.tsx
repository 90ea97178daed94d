import { IconKey, IconLock, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { serverUrl } from '@shared/api/server-url';
import { useUnsavedChanges } from '@shared/form/unsaved';
import { useTexts } from '@shared/i18n/texts';
import { permission } from '@/session/permissions';
import { useHasPermission } from '@/session/current-user';
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

const tableWidth = 48;

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
  const make = useMutation(makeApiKeyOptions());
  const [newKey, setNewKey] = useState<string>();
  const hintId = useId();
  const used = keys.data?.length ?? 0;
  const full = used >= mostApiKeys;
  // Only the answer contains the key, so a user who left before it came would never see the key.
  useUnsavedChanges(make.isPending);

  function generate() {
    make.mutate(undefined, { onSuccess: ({ apiKey }) => setNewKey(apiKey) });
  }

  function forget() {
    setNewKey(undefined);
    make.reset();
    // As soon as the dialog closes: docs/product/access.md#api-keys.
    void queryClient.invalidateQueries(apiKeyListOptions());
  }

  return (
    <>
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
            leftSection={<IconPlus aria-hidden />}
            // Closed instead of disabled, because the dialog of the last key returns the focus to it.
            unavailable={full || keys.isPending}
            aria-describedby={hintId}
            sending={make.isPending}
            sendingLabel={texts.generating}
            onPress={generate}
          >
            {texts.generate}
          </ProgressButton>
        }
        columns={apiKeyColumns}
        minWidth={tableWidth}
        expectedRows={mostApiKeys}
        icon={IconKey}
      />
      <ShownOnceDialog value={newKey} label={texts.apiKey} texts={texts.newKey} onClose={forget} />
    </>
  );
}
