import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { Amount } from '@shared/format/amount';
import { useZones } from '@shared/format/display-zone';
import { emptyMark, formatClockWithZone, formatLongDateTime } from '@shared/format/local-time';
import { groupThousands } from '@shared/format/rupiah';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot } from '@shared/overlay/dialog-parts';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Fact, Facts } from '@shared/ui/facts';
import { Note } from '@shared/ui/note';
import { useLast } from '@shared/ui/use-last';

import { type CreatedOrder, orderByKeyOptions } from './order-queries';
import { earlierTexts } from './earlier-texts';

/** An order that was sent and got no answer. */
interface UnansweredOrder {
  key: string;
  /** In milliseconds since 1970. */
  sentAt: number;
}

interface EarlierOrderProps {
  /** Undefined while the dialog is closed. */
  earlier: UnansweredOrder | undefined;
  onClose: () => void;
  /** The order was made: show it. */
  onShow: (created: CreatedOrder) => void;
  /** The order was made, and the user wants another one beside it. */
  onAnother: () => void;
  /** No order was made: go on. */
  onNotMade: () => void;
}

/** Says that an order without an answer may exist, looks for it, and offers what is safe. */
export function EarlierOrderDialog({ earlier, onClose, ...rest }: EarlierOrderProps) {
  const { title } = useTexts(earlierTexts);
  const shown = useLast(earlier);
  return (
    <Dialog opened={earlier !== undefined} onClose={onClose} title={title} size="form">
      {shown && <EarlierOrder order={shown} {...rest} />}
    </Dialog>
  );
}

/** The content of that dialog, for a dialog that asks before it goes on. */
export function EarlierOrder({
  order,
  onShow,
  onAnother,
  onNotMade,
}: Omit<EarlierOrderProps, 'earlier' | 'onClose'> & { order: UnansweredOrder }) {
  const texts = useTexts(earlierTexts);
  const { shown } = useZones();
  const load = useQuery(orderByKeyOptions(order.key));
  const failure = useFailure(load);
  const result = load.data;
  return (
    <>
      <DialogBody>
        <p>{texts.text(formatClockWithZone(new Date(order.sentAt), shown))}</p>
        {failure !== null && (
          <LoadFailed
            title={texts.failed}
            error={failure}
            retrying={load.isFetching}
            onRetry={() => void load.refetch()}
          />
        )}
        {failure === null && result === undefined && <Skeleton height="8rem" />}
        {result === 'running' && <Note live>{texts.running}</Note>}
        {result === 'none' && <Note live>{texts.none}</Note>}
        {typeof result === 'object' && <FoundOrder order={result} />}
      </DialogBody>
      <DialogFoot>
        <DialogCancel label={texts.back} />
        {result === 'none' && <Button onClick={onNotMade}>{texts.proceed}</Button>}
        {typeof result === 'object' && (
          <>
            <Button variant="default" onClick={onAnother}>
              {texts.another}
            </Button>
            <Button onClick={() => onShow(result)}>{texts.show}</Button>
          </>
        )}
      </DialogFoot>
    </>
  );
}

function FoundOrder({ order }: { order: CreatedOrder }) {
  const texts = useTexts(earlierTexts);
  const language = useLanguage();
  const { shown } = useZones();
  return (
    <>
      <Note live>{texts.found}</Note>
      <Facts>
        <Fact name={texts.id}>{order.id}</Fact>
        <Fact name={texts.name}>{order.name}</Fact>
        <Fact name={texts.product}>{order.productName}</Fact>
        <Fact name={texts.quantity}>{groupThousands(order.quantity)}</Fact>
        <Fact name={texts.total}>
          {order.estimatedPrice === null ? emptyMark : <Amount value={order.estimatedPrice} />}
        </Fact>
        <Fact name={texts.createdAt}>{formatLongDateTime(order.createdAt, shown, language)}</Fact>
      </Facts>
    </>
  );
}
