import { Button } from '@mantine/core';
import { IconCopy, IconReceipt } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { Amount } from '@shared/format/amount';
import { GroupedNumber } from '@shared/format/grouped-number';
import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import { NumberCell, ReferenceCell } from '@shared/table/cells';
import { CopyIcon } from '@shared/ui/copy-icon';
import { Fact, Facts as FactList } from '@shared/ui/facts';
import { useIsNarrow } from '@shared/ui/use-is-narrow';
import { DrawerFoot, DrawerPart } from '@shared/overlay/side-drawer';

import { Complaints } from '../complaints/complaints';
import { hasReceipt } from '../order-status';
import { useCopyOrder } from '../use-copy-order';
import { DeveloperLinks } from './developer-links';
import { orderDetailTexts } from './order-detail-texts';
import { StatusCell } from '../list/order-columns';
import { productName } from '../order-copy';
import classes from './order-detail.module.css';
import type { Order, OrderDetail } from '../order-queries';
import { ordersTexts } from '../orders-texts';
import { readSerial, type SerialNumber } from './serial-number';
import { Timeline, TimelineSkeleton } from './timeline';

interface OrderDetailBodyProps {
  order: Order;
  /** The order with its history; undefined until it is loaded. */
  history: OrderDetail | undefined;
  /** Shown instead of the history if that could not be loaded. */
  failed: ReactNode;
  /** Undefined where no receipt is offered. */
  onReceipt: (() => void) | undefined;
}

/** Amount and status, then the facts, then the timeline. */
export function OrderDetailBody({ order, history, failed, onReceipt }: OrderDetailBodyProps) {
  const serial = history ? readSerial(history.serialNumber) : null;
  return (
    <>
      <DrawerPart>
        <div className={classes['head']}>
          <span className={classes['amount']}>
            <Amount value={order.price} />
          </span>
          <span className={classes['state']}>
            <StatusCell order={order} size="pill" />
          </span>
        </div>
        <p className={classes['what']}>
          {productName(order)}
          <span className={classes['where']}>
            {' · '}
            <GroupedNumber value={order.destinationNo} />
          </span>
        </p>
        {serial?.kind === 'token' && <Token serial={serial} />}
      </DrawerPart>
      <DrawerPart>
        <Facts order={order} serial={serial?.kind === 'plain' ? serial : null} />
      </DrawerPart>
      <DrawerPart>{failed || (history ? <Timeline order={history} /> : <TimelineSkeleton />)}</DrawerPart>
      {history && <Complaints order={history} />}
      {history && <DeveloperLinks order={history} />}
      <Foot order={order} onReceipt={onReceipt} />
    </>
  );
}

function Token({ serial }: { serial: SerialNumber }) {
  const texts = useTexts(orderDetailTexts);
  return (
    <div className={classes['token']}>
      <span className={classes['tokenName']}>{texts.token}</span>
      <span className={classes['tokenValue']}>
        <GroupedNumber value={serial.value} />
        <CopyIcon value={serial.value} label={texts.copyToken} />
      </span>
      {serial.facts.length > 0 && <span className={classes['tokenName']}>{serial.facts.join(' · ')}</span>}
    </div>
  );
}

function Facts({ order, serial }: { order: Order; serial: SerialNumber | null }) {
  const texts = useTexts(ordersTexts);
  const detailTexts = useTexts(orderDetailTexts);
  return (
    <FactList>
      <Fact name={texts.columns.orderId}>
        <NumberCell value={order.orderId} copyLabel={texts.copyOrderId} />
      </Fact>
      <Fact name={texts.columns.referenceId}>
        <ReferenceCell value={order.clientRef} />
        {order.clientRef !== '' && <CopyIcon value={order.clientRef} label={detailTexts.copyReference} />}
      </Fact>
      <Fact name={texts.columns.customerNumber}>
        <NumberCell value={order.destinationNo} copyLabel={texts.copyCustomerNumber} />
      </Fact>
      {serial && (
        <Fact name={detailTexts.serialNumber}>
          <span className={classes['serial']}>
            <GroupedNumber value={serial.value} />
          </span>
          <CopyIcon value={serial.value} label={detailTexts.copySerial} />
        </Fact>
      )}
      {Object.entries(order.reference)
        .filter(([, value]) => value !== '')
        .map(([key, value]) => (
          <Fact key={key} name={capitalised(texts.reference(key))}>
            {value}
          </Fact>
        ))}
      <Fact name={detailTexts.productCode}>
        <ReferenceCell value={order.productCode} />
      </Fact>
      <Fact name={texts.columns.walletType}>{walletTypeName(order.walletType)}</Fact>
      <Fact name={detailTexts.paymentType}>{texts.paymentTypes[order.paymentType]}</Fact>
    </FactList>
  );
}

function Foot({ order, onReceipt }: Pick<OrderDetailBodyProps, 'order' | 'onReceipt'>) {
  const texts = useTexts(ordersTexts);
  const detailTexts = useTexts(orderDetailTexts);
  const copy = useCopyOrder();
  const narrow = useIsNarrow();
  const size = narrow ? 'lg' : 'md';
  return (
    <DrawerFoot>
      {onReceipt && hasReceipt(order) && (
        <Button size={size} leftSection={<IconReceipt aria-hidden />} onClick={onReceipt}>
          {texts.receipt}
        </Button>
      )}
      <Button variant="default" size={size} leftSection={<IconCopy aria-hidden />} onClick={() => void copy(order)}>
        {texts.copy}
      </Button>
      {order.status !== 'success' && <span className={classes['note']}>{detailTexts.successOnly}</span>}
    </DrawerFoot>
  );
}

/** Capitalises a key of a reference, which the server gives in lower case, for use as a label. */
function capitalised(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1);
}
