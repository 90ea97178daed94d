import { Button } from '@mantine/core';
import { IconPencil, IconRefresh } from '@tabler/icons-react';
import { createContext, use, useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { RemoveButton } from '@shared/overlay/removal';

import { changeApiKeyOptions } from './api-key-queries';
import { apiKeyTexts } from './api-key-texts';
import classes from './api-keys.module.css';
import { type EditedKey, KeyDialog } from './key-dialog';
import { RollKeyDialog } from './roll-key-dialog';

/** Shows a new key once. The dialog stands beside the list, whose rows change. */
export const ShowKeyContext = createContext<(newKey: string) => void>(() => undefined);

/** The buttons of a key: one that serves can be changed, and replaced unless it was already. */
export function KeyActions({ apiKey }: { apiKey: EditedKey }) {
  const texts = useTexts(apiKeyTexts);
  const show = use(ShowKeyContext);
  const [dialog, setDialog] = useState<'edit' | 'roll'>();
  const close = () => setDialog(undefined);
  return (
    <div className={classes['actions']}>
      {apiKey.state !== 'ended' && (
        <Button
          variant="default"
          size="sm"
          aria-label={texts.editNamed(apiKey.apiKey)}
          leftSection={<IconPencil aria-hidden />}
          onClick={() => setDialog('edit')}
        >
          {texts.edit}
        </Button>
      )}
      {apiKey.state === 'active' && (
        <Button
          variant="default"
          size="sm"
          aria-label={texts.rollNamed(apiKey.apiKey)}
          leftSection={<IconRefresh aria-hidden />}
          onClick={() => setDialog('roll')}
        >
          {texts.roll}
        </Button>
      )}
      <RemoveButton id={apiKey.id} text={texts.remove} label={texts.removeNamed(apiKey.apiKey)} />
      <KeyDialog
        opened={dialog === 'edit'}
        apiKey={apiKey}
        mutation={changeApiKeyOptions(apiKey.id)}
        onDone={() => {
          notifySuccess(texts.form.changed);
          close();
        }}
        onClose={close}
      />
      <RollKeyDialog
        opened={dialog === 'roll'}
        apiKey={apiKey}
        onRolled={(newKey) => {
          close();
          show(newKey);
        }}
        onClose={close}
      />
    </div>
  );
}
