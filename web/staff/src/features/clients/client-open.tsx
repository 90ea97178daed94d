import { linkOptions } from '@tanstack/react-router';

import { type CountRow, CountRows } from '@/lists/count-rows';
import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { useTexts } from '@shared/i18n/texts';
import { Card } from '@shared/ui/card';

import type { ClientSummary } from './client-queries';
import { summaryTexts } from './summary-texts';

/** What is not finished about a client, each with the list that has it as far as one may see it. */
export function ClientOpen({ clientId, open }: { clientId: number; open: ClientSummary['open'] }) {
  const texts = useTexts(summaryTexts);
  const seesOrders = useHasPermission(permission.orderDetail);
  const seesRequests = useHasPermission(permission.suspense);
  const seesInvoices = useHasPermission(permission.invoices);
  const client = String(clientId);
  const links: Partial<Record<keyof typeof open, CountRow['link'] | false>> = {
    orders: seesOrders && linkOptions({ to: '/orders', search: { clientId: client, status: 'pending' } }),
    reviews: seesOrders && linkOptions({ to: '/reviews' }),
    requests: seesRequests && linkOptions({ to: '/topups', search: { tab: 'requests' } }),
    approvals: linkOptions({ to: '/approvals' }),
    invoices: seesInvoices && linkOptions({ to: '/invoices', search: { clientId: client } }),
  };
  const rows = (['orders', 'reviews', 'requests', 'schedules', 'approvals', 'invoices'] as const).map((what) => ({
    name: texts.openRows[what],
    count: open[what],
    link: links[what] || undefined,
  }));
  return (
    <Card title={texts.open}>
      <CountRows rows={rows} />
    </Card>
  );
}
