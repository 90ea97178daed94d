import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

import { Amount } from '@/shared/format/amount';
import { useZones } from '@/shared/format/display-zone';
import { formatDateTime } from '@/shared/format/local-time';
import { walletTypeName } from '@/shared/format/wallet-type';
import { useLanguage } from '@/shared/i18n/language';
import { useTexts } from '@/shared/i18n/texts';
import { NumberCell, ReferenceCell } from '@/shared/table/cells';
import { PhoneSheet, SheetFoot } from '@/shared/table/phone-sheet';

import { useCopyOrder } from './copy-order-action';
import { StatusCell } from './order-columns';
import { productName } from './order-copy';
import type { Order } from './order-queries';
import classes from './orders.module.css';
import { ordersTexts } from './orders-texts';

/** All of an order on a phone, whose row has no room for it. */
export function OrderSheet({ order, onClose }: { order: Order | undefined; onClose: () => void }) {
  const texts = useTexts(ordersTexts);
  // The sheet keeps its order while it slides away.
  const [shown, setShown] = useState(order);
  if (order !== undefined && order !== shown) setShown(order);
  return (
    <PhoneSheet
      opened={order !== undefined}
      onClose={onClose}
      title={texts.details.title}
      closeLabel={texts.details.close}
      size="full"
    >
      {shown && <OrderFacts order={shown} />}
    </PhoneSheet>
  );
}

function OrderFacts({ order }: { order: Order }) {
  const texts = useTexts(ordersTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const copy = useCopyOrder();
  return (
    <>
      <div className={classes['sheetHead']}>
        <span className={classes['sheetAmount']}>
          <Amount value={order.price} />
        </span>
        <StatusCell order={order} size="pill" />
      </div>
      <dl className={classes['facts']}>
        <Fact name={texts.columns.product}>{productName(order)}</Fact>
        {Object.entries(order.reference).map(([key, value]) => (
          <Fact key={key} name={key}>
            {value}
          </Fact>
        ))}
        <Fact name={texts.columns.customerNumber}>
          <NumberCell value={order.destinationNo} copyLabel={texts.copyCustomerNumber} />
        </Fact>
        <Fact name={texts.columns.orderId}>
          <NumberCell value={order.orderId} copyLabel={texts.copyOrderId} />
        </Fact>
        <Fact name={texts.columns.referenceId}>
          <ReferenceCell value={order.clientRef} />
        </Fact>
        <Fact name={texts.columns.walletType}>{walletTypeName(order.walletType)}</Fact>
        <Fact name={texts.created}>{formatDateTime(order.createdAt, shown, language)}</Fact>
        <Fact name={texts.updated}>{formatDateTime(order.updatedAt, shown, language)}</Fact>
      </dl>
      <SheetFoot>
        <Button
          size="lg"
          fullWidth
          leftSection={<IconCopy className={classes['icon']} aria-hidden />}
          onClick={() => void copy(order)}
        >
          {texts.copy}
        </Button>
      </SheetFoot>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes['fact']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
