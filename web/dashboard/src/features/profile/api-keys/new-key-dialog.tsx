import { Button, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';

import { useUnsavedChanges } from '@shared/form/unsaved';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { useErrorNotice } from '@shared/notify/use-error-notice';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogFoot } from '@shared/overlay/dialog-parts';
import { copyToClipboard } from '@shared/ui/copy-to-clipboard';
import { Note } from '@shared/ui/note';

import { apiKeyTexts } from './api-key-texts';
import classes from './api-keys.module.css';

interface NewKeyDialogProps {
  /** The new key, or undefined when there is none to show. */
  apiKey: string | undefined;
  onClose: () => void;
}

/** Shows a new key. It can't be closed before the key was copied, because the key can't be shown again. */
export function NewKeyDialog({ apiKey, onClose }: NewKeyDialogProps) {
  const { apiKey: keyLabel, newKey: texts } = useTexts(apiKeyTexts);
  const notice = useErrorNotice();
  const [copiedKey, setCopiedKey] = useState<string>();
  const copied = apiKey !== undefined && copiedKey === apiKey;
  useUnsavedChanges(apiKey !== undefined && !copied);

  function close() {
    // Removes the key from the page.
    setCopiedKey(undefined);
    onClose();
  }

  async function copy(key: string) {
    notice.end();
    if (await copyToClipboard(key)) {
      setCopiedKey(key);
      notifySuccess(texts.copied);
    } else {
      notice.show({ title: texts.notCopied });
    }
  }

  return (
    <Dialog opened={apiKey !== undefined} onClose={close} title={texts.title} size="form" locked={!copied}>
      {apiKey === undefined ? null : (
        <>
          <DialogBody>
            <Note tone="warning">{texts.warning}</Note>
            <div className={classes['copyRow']}>
              <TextInput
                label={keyLabel}
                value={apiKey}
                readOnly
                size="lg"
                classNames={{ input: classes['keyField'] }}
                onFocus={(event) => event.currentTarget.select()}
                // Copying the selected text counts too.
                onCopy={() => setCopiedKey(apiKey)}
              />
              <Button size="lg" leftSection={<IconCopy aria-hidden />} onClick={() => void copy(apiKey)} data-autofocus>
                {texts.copy}
              </Button>
            </div>
          </DialogBody>
          <DialogFoot note={copied ? '' : texts.note}>
            <Button className={classes['ok']} disabled={!copied} onClick={close}>
              {texts.ok}
            </Button>
          </DialogFoot>
        </>
      )}
    </Dialog>
  );
}
