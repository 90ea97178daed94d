import { Button, Tooltip } from '@mantine/core';
import { IconKey, IconLock, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useTexts } from '@/shared/i18n/texts';
import { notifySuccess } from '@/shared/notify/notify';
import { QuestionDialog } from '@/shared/overlay/question-dialog';
import { permission } from '@/shared/session/permissions';
import { holds, useSession } from '@/shared/session/use-session';
import { DataTable } from '@/shared/table/data-table';
import { ListNotice } from '@/shared/table/list-notice';
import { Card, CardHead } from '@/shared/ui/card';

import { listViewOf } from '../list-view';
import { profileTexts } from '../profile-texts';
import { RemovalProvider, useRemoval } from '../removal';
import { apiKeyColumns, DeleteKey, KeyMoment } from './api-key-columns';
import {
  apiKeyListOptions,
  type ListedKey,
  makeApiKeyOptions,
  mostApiKeys,
  removeApiKeyOptions,
} from './api-key-queries';
import { apiKeyTexts } from './api-key-texts';
import classes from './api-keys.module.css';
import { NewKeyDialog } from './new-key-dialog';

const idOf = (key: ListedKey) => key.id;
const tableWidth = 48;

/** The API keys of the client, for who may see them. */
export function ApiKeySection() {
  const texts = useTexts(apiKeyTexts);
  const refusal = useTexts(profileTexts);
  if (holds(useSession(), permission.profileApiKey)) return <ApiKeys />;
  return (
    <Card title={texts.title}>
      <ListNotice icon={IconLock} title={refusal.unauthorized}>
        {refusal.unauthorizedText}
      </ListNotice>
    </Card>
  );
}

function KeyRow({ apiKey }: { apiKey: ListedKey }) {
  const texts = useTexts(apiKeyTexts);
  return (
    <div className={classes['phoneRow']}>
      <div>
        <p className={classes['key']}>{apiKey.apiKey}</p>
        <p className={classes['caption']}>
          {texts.createdAt} <KeyMoment at={apiKey.createdAt} />
        </p>
        <p className={classes['caption']}>
          {texts.lastUsedAt} <KeyMoment at={apiKey.lastUsedAt} />
        </p>
      </div>
      <DeleteKey apiKey={apiKey} />
    </div>
  );
}

interface GenerateButtonProps {
  full: boolean;
  generating: boolean;
  onGenerate: () => void;
}

function GenerateButton({ full, generating, onGenerate }: GenerateButtonProps) {
  const texts = useTexts(apiKeyTexts);
  return (
    <Tooltip label={texts.full} disabled={!full} position="bottom-end">
      <Button
        leftSection={<IconPlus className={classes['icon']} aria-hidden />}
        disabled={full}
        loading={generating}
        onClick={onGenerate}
      >
        {texts.generate}
      </Button>
    </Tooltip>
  );
}

function ApiKeys() {
  const texts = useTexts(apiKeyTexts);
  const queryClient = useQueryClient();
  const keys = useQuery(apiKeyListOptions());
  const removal = useRemoval(keys.data);
  const remove = useMutation(removeApiKeyOptions());
  const make = useMutation(makeApiKeyOptions());
  const [newKey, setNewKey] = useState<string>();
  const { row } = removal;
  const used = keys.data?.length ?? 0;

  function confirm() {
    if (!row) return;
    remove.mutate(row.id, {
      onSuccess: () => {
        notifySuccess(texts.removed);
        void removal.finish(queryClient.invalidateQueries(apiKeyListOptions()));
      },
    });
  }

  function generate() {
    make.mutate(undefined, { onSuccess: ({ apiKey }) => setNewKey(apiKey) });
  }

  function forget() {
    setNewKey(undefined);
    make.reset();
    void queryClient.invalidateQueries(apiKeyListOptions());
  }

  const empty = (
    <ListNotice icon={IconKey} title={texts.none}>
      {texts.noneText}
    </ListNotice>
  );
  return (
    <RemovalProvider value={removal.ask}>
      <DataTable
        label={texts.title}
        head={
          <CardHead
            title={texts.title}
            hint={keys.data ? texts.inUse(used, mostApiKeys) : ' '}
            action={
              <GenerateButton
                full={used >= mostApiKeys}
                generating={make.isPending || keys.isPending}
                onGenerate={generate}
              />
            }
            id={removal.titleId}
          />
        }
        columns={apiKeyColumns}
        view={listViewOf(keys, texts.loadFailed, empty)}
        rowId={idOf}
        minWidth={tableWidth}
        skeletonRows={mostApiKeys}
        renderPhoneRow={(key) => <KeyRow apiKey={key} />}
      />
      <NewKeyDialog apiKey={newKey} onClose={forget} />
      <QuestionDialog
        opened={removal.opened}
        onClose={removal.close}
        title={texts.question}
        action={texts.remove}
        sendingLabel={texts.removing}
        sending={remove.isPending}
        onConfirm={confirm}
        danger
      >
        {row ? texts.questionText(row.apiKey) : ''}
      </QuestionDialog>
    </RemovalProvider>
  );
}
