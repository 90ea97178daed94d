import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';

import { Button, Switch } from '@mantine/core';
import { IconPrinter, IconReceiptOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { ApiProblem } from '@shared/api/problem';
import { noticeFor } from '@shared/errors/catalogue';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { ListNotice } from '@shared/state/list-notice';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { SideDrawer } from '@shared/overlay/side-drawer';

import { receiptOptions } from '../order-queries';
import classes from './receipt-drawer.module.css';
import { setReceiptFonts } from './receipt-fonts';
import { receiptTexts } from './receipt-texts';

interface ReceiptDrawerProps {
  opened: boolean;
  orderId: string;
  onClose: () => void;
  onReturnFocus: () => void;
}

/** The receipt of an order in a drawer on the left, with a button that prints it. */
export function ReceiptDrawer({ opened, orderId, onClose, onReturnFocus }: ReceiptDrawerProps) {
  const texts = useTexts(receiptTexts);
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      side="left"
      title={texts.title}
      closeLabel={texts.close}
      onReturnFocus={onReturnFocus}
    >
      <Receipt key={orderId} orderId={orderId} opened={opened} />
    </SideDrawer>
  );
}

function Receipt({ orderId, opened }: { orderId: string; opened: boolean }) {
  const texts = useTexts(receiptTexts);
  const language = useLanguage();
  const [plain, setPlain] = useState(false);
  const receipt = useQuery({ ...receiptOptions(orderId, plain, language), enabled: opened });
  const failure = useFailure(receipt);
  const frame = useRef<HTMLIFrameElement>(null);
  return (
    <>
      <div className={classes['bar']}>
        <Switch
          label={texts.plain}
          checked={plain}
          withThumbIndicator={false}
          classNames={{
            track: classes['track'],
            thumb: classes['thumb'],
            label: classes['label'],
            body: classes['switch'],
          }}
          onChange={(event) => setPlain(event.currentTarget.checked)}
        />
        <Button
          leftSection={<IconPrinter aria-hidden />}
          disabled={receipt.data === undefined}
          // The frame's window prints only the frame's document, the receipt.
          onClick={() => frame.current?.contentWindow?.print()}
        >
          {texts.print}
        </Button>
      </div>
      {receipt.data !== undefined && (
        <iframe
          ref={frame}
          className={classes['frame']}
          title={texts.frame(orderId)}
          srcDoc={receipt.data}
          // The frame runs no scripts and no forms. allow-same-origin lets this page call print(), which opens a modal.
          sandbox="allow-same-origin allow-modals"
          onLoad={(event) => setReceiptFonts(event.currentTarget.contentDocument)}
        />
      )}
      {receipt.data === undefined && failure === null && <div className={classes['frame']} aria-busy />}
      {failure !== null && (
        <ReceiptFailed error={failure} retrying={receipt.isFetching} onRetry={() => void receipt.refetch()} />
      )}
    </>
  );
}

/** Statuses that a retry does not change: the order does not exist, or it did not succeed. */
const withoutReceipt = new Set([404, 409]);

interface ReceiptFailedProps {
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}

function ReceiptFailed({ error, retrying, onRetry }: ReceiptFailedProps) {
  const texts = useTexts(receiptTexts);
  if (!(error instanceof ApiProblem) || !withoutReceipt.has(error.status)) {
    return <LoadFailed title={texts.failed} error={error} retrying={retrying} onRetry={onRetry} />;
  }
  return (
    <ListNotice icon={IconReceiptOff} title={texts.none}>
      {noticeFor(error).text}
    </ListNotice>
  );
}
