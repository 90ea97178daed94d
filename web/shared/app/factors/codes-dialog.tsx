// oxlint-disable-next-line import/no-unassigned-import
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

import { Button, Checkbox } from '@mantine/core';
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useRef, useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { useErrorNotice } from '@shared/notify/use-error-notice';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogFoot } from '@shared/overlay/dialog-parts';
import { copyToClipboard } from '@shared/ui/copy-to-clipboard';
import { Note } from '@shared/ui/note';

import { enrolTexts } from './enrol-texts';
import classes from './factors.module.css';

/** The document that is printed. Titles are ours, and codes have letters and digits alone. */
function sheetOf(title: string, codes: string[]): string {
  return `<!doctype html><title>${title}</title><h1>${title}</h1><pre>${codes.join('\n')}</pre>`;
}

interface CodesDialogProps {
  codes: string[];
  opened: boolean;
  onClose: () => void;
}

/** Shows recovery codes, which can't be shown again. It closes when the user says that they are kept. */
export function CodesDialog({ codes, opened, onClose }: CodesDialogProps) {
  const texts = useTexts(enrolTexts).codes;
  const notice = useErrorNotice();
  const [isConfirmed, setConfirmed] = useState(false);
  const text = codes.join('\n');
  const frame = useRef<HTMLIFrameElement>(null);
  async function copy() {
    notice.end();
    if (await copyToClipboard(text)) notifySuccess(texts.copied);
    else notice.show({ title: texts.notCopied });
  }
  function close() {
    setConfirmed(false);
    onClose();
  }
  return (
    <Dialog opened={opened} onClose={close} title={texts.shownTitle} size="form" locked={!isConfirmed}>
      <DialogBody>
        <Note tone="warning">{texts.shownText}</Note>
        <ol className={classes['codes']}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className={classes['codeActions']}>
          <Button variant="default" leftSection={<IconCopy aria-hidden />} onClick={() => void copy()} data-autofocus>
            {texts.copy}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload aria-hidden />}
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download={texts.file}
          >
            {texts.download}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPrinter aria-hidden />}
            // The frame's window prints only the frame's document.
            onClick={() => frame.current?.contentWindow?.print()}
          >
            {texts.print}
          </Button>
        </div>
        <iframe
          ref={frame}
          className={classes['sheet']}
          title={texts.sheet}
          aria-hidden
          tabIndex={-1}
          srcDoc={sheetOf(`Loket: ${texts.title}`, codes)}
          // It runs no scripts. allow-same-origin lets this page call print(), which opens a modal.
          sandbox="allow-same-origin allow-modals"
        />
        <Checkbox
          label={texts.kept}
          checked={isConfirmed}
          onChange={(event) => setConfirmed(event.currentTarget.checked)}
        />
      </DialogBody>
      <DialogFoot>
        <Button disabled={!isConfirmed} onClick={close}>
          {texts.done}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
