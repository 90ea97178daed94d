import type { StaffOrderDetail } from '@/orders/order-queries';
import { Amount } from '@shared/format/amount';
import { useZones } from '@shared/format/display-zone';
import { formatFollowingTime } from '@shared/format/local-time';
import { walletTypeName } from '@shared/format/wallet-type';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { Card } from '@shared/ui/card';
import { Fact, Facts } from '@shared/ui/facts';

import { orderTexts } from './order-texts';
import classes from './order.module.css';

/** The rows of money of an order with the balance after each, and what it earns. */
export function MoneyCard({ order }: { order: StaffOrderDetail }) {
  const texts = useTexts(orderTexts).money;
  const language = useLanguage();
  const { shown } = useZones();
  const rows = order.history.filter(({ event }) => event === 'charged' || event === 'refunded');
  const last = order.attempts.at(-1);
  return (
    <Card title={texts.title} hint={walletTypeName(order.walletType)}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must scroll by keyboard */}
      <div className={classes['scroll']} tabIndex={0} role="group" aria-label={texts.title}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th>{texts.what}</th>
              <th>{texts.time}</th>
              <th data-end>{texts.amount}</th>
              <th data-end>{texts.after}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ event, at, amount = 0, balanceAfter = 0 }) => (
              <tr key={event}>
                <td>{event === 'charged' ? texts.charged : texts.refunded}</td>
                <td>{formatFollowingTime(at, order.createdAt, shown, language)}</td>
                <td data-end>
                  <span className={classes[amount < 0 ? 'out' : 'in']}>
                    <Amount value={amount} prefix="Rp" sign="always" />
                  </span>
                </td>
                <td data-end>
                  <Amount value={balanceAfter} prefix="Rp" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {last && last.cost > 0 && order.status !== 'failed' && (
        <div className={classes['sums']}>
          <Facts>
            <Fact name={texts.cost(last.supplier)}>
              <Amount value={last.cost} prefix="Rp" />
            </Fact>
            <Fact name={order.status === 'success' ? texts.margin : texts.marginIf}>
              <Amount value={order.price - last.cost} prefix="Rp" />
            </Fact>
          </Facts>
        </div>
      )}
    </Card>
  );
}
