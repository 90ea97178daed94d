import type { ReactNode } from 'react';

import type { StaffOrderDetail } from '@/orders/order-queries';
import { useZones } from '@shared/format/display-zone';
import { GroupedNumber } from '@shared/format/grouped-number';
import { formatDateTime } from '@shared/format/local-time';
import { walletTypeName } from '@shared/format/wallet-type';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { ReferenceCell } from '@shared/table/cells';
import { CopyIcon } from '@shared/ui/copy-icon';

import { orderTexts } from './order-texts';
import classes from './order.module.css';

/** What was ordered, by whom, and what paid it. */
export function OrderFacts({ order }: { order: StaffOrderDetail }) {
  const texts = useTexts(orderTexts).facts;
  const language = useLanguage();
  const { shown } = useZones();
  return (
    <dl className={classes['facts']} aria-label={texts.title}>
      <Fact name={texts.orderId} copied={order.orderId}>
        <GroupedNumber value={order.orderId} />
      </Fact>
      <Fact name={texts.clientRef} copied={order.clientRef}>
        <ReferenceCell value={order.clientRef} />
      </Fact>
      <Fact name={texts.destination} copied={order.destinationNo}>
        <GroupedNumber value={order.destinationNo} />
      </Fact>
      {Object.entries(order.displayFields)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <Fact key={name} name={name.charAt(0).toUpperCase() + name.slice(1)}>
            {value}
          </Fact>
        ))}
      <Fact name={texts.productCode}>
        <ReferenceCell value={order.productCode} />
      </Fact>
      <Fact name={texts.paidFrom}>
        {walletTypeName(order.walletType)}, {texts.payments[order.paymentType]}
      </Fact>
      <Fact name={texts.placedBy}>
        {order.apiKeyEnding === '' ? texts.channels[order.channel] : texts.keyEnding(order.apiKeyEnding)}
      </Fact>
      <Fact name={texts.created}>{formatDateTime(order.createdAt, shown, language)}</Fact>
      {order.serialNumber !== '' && (
        <Fact name={texts.serial}>
          <ReferenceCell value={order.serialNumber} />
        </Fact>
      )}
      {order.reason !== '' && <Fact name={texts.reason}>{order.reason}</Fact>}
    </dl>
  );
}

function Fact({ name, copied, children }: { name: string; copied?: string; children: ReactNode }) {
  const texts = useTexts(orderTexts).facts;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}
        {copied !== undefined && copied !== '' && <CopyIcon value={copied} label={texts.copy(name)} />}
      </dd>
    </div>
  );
}
