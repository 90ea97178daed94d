import { Button, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';

import { useUnsavedChanges } from '@shared/form/unsaved';
import { notifySuccess } from '@shared/notify/notify';
import { useErrorNotice } from '@shared/notify/use-error-notice';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogFoot } from '@shared/overlay/dialog-parts';
import { copyToClipboard } from '@shared/ui/copy-to-clipboard';
import { Note } from '@shared/ui/note';

import classes from './shown-once-dialog.module.css';

interface ShownOnceDialogProps {
  /** What is shown this once, or undefined when there is nothing to show. */
  value: string | undefined;
  /** Name of the field. */
  label: string;
  texts: { title: string; warning: string; copy: string; copied: string; notCopied: string; note: string; ok: string };
  onClose: () => void;
}

/** Shows a key or a secret. It can't be closed before it was copied, because it can't be shown again. */
export function ShownOnceDialog({ value, label, texts, onClose }: ShownOnceDialogProps) {
  const notice = useErrorNotice();
  const [copiedValue, setCopiedValue] = useState<string>();
  const copied = value !== undefined && copiedValue === value;
  useUnsavedChanges(value !== undefined && !copied);

  function close() {
    // Removes it from the page.
    setCopiedValue(undefined);
    onClose();
  }

  async function copy(text: string) {
    notice.end();
    if (await copyToClipboard(text)) {
      setCopiedValue(text);
      notifySuccess(texts.copied);
    } else {
      notice.show({ title: texts.notCopied });
    }
  }

  return (
    <Dialog opened={value !== undefined} onClose={close} title={texts.title} size="form" locked={!copied}>
      {value === undefined ? null : (
        <>
          <DialogBody>
            <Note tone="warning">{texts.warning}</Note>
            <div className={classes['copyRow']}>
              <TextInput
                label={label}
                value={value}
                readOnly
                size="lg"
                classNames={{ input: classes['field'] }}
                onFocus={(event) => event.currentTarget.select()}
                // Copying the selected text counts too.
                onCopy={() => setCopiedValue(value)}
              />
              <Button size="lg" leftSection={<IconCopy aria-hidden />} onClick={() => void copy(value)} data-autofocus>
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
