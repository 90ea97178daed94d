import { IconFileInvoice } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { lazyDialog } from '@shared/overlay/lazy-windows';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { useListAddress } from '@shared/list/list-address';
import { type ListDeclaration, ListPage } from '@shared/list/list-page';
import { useLiveQueries } from '@shared/live/use-live-queries';
import { Page } from '@shared/app/page';
import { useLast } from '@shared/ui/use-last';
import { settlementOptions } from '@/settlement/own-settlement-query';

import { type Invoice, invoiceKeys, invoiceListOptions } from './invoice-queries';
import { pageSize } from './invoice-rules';
import type { InvoiceSearch } from './invoice-search';
import { invoiceTexts } from './invoice-texts';
import { invoiceColumns } from './list/invoice-columns';
import { InvoicePhoneRow } from './list/invoice-phone-row';
import { SettlementPromo } from './promo/settlement-promo';

const route = getRouteApi('/_app/invoice');

const InvoiceDialog = lazyDialog(async () => (await import('./detail/invoice-dialog')).InvoiceDialog);

const liveKeys = [invoiceKeys.all, settlementOptions().queryKey];
const settlementKeys = [settlementOptions().queryKey];

const invoiceList: ListDeclaration<Invoice, InvoiceSearch> = {
  texts: invoiceTexts,
  icon: IconFileInvoice,
  columns: invoiceColumns,
  rowId: ({ id }) => id,
  renderPhoneRow: (invoice) => <InvoicePhoneRow invoice={invoice} />,
  minWidth: 62,
  pageSize,
};

/** The invoices of the client's settlement, and the way to it. */
export function InvoicePage() {
  const texts = useTexts(invoiceTexts);
  const zones = useZones();
  const address = useListAddress(route.useSearch());
  const { search } = address;
  const opened = useLast(search.invoice);
  const list = useQuery(invoiceListOptions(search.page ?? 1));
  useLiveQueries(['invoices'], liveKeys);
  // Staff switch the settlement, or its limit, without an invoice; an order that is paid later changes the amount.
  useLiveQueries(['settlements', 'orders'], settlementKeys);
  return (
    <Page title={texts.title} note={texts.datesIn(zones.clientLabel)}>
      <ListPage
        list={invoiceList}
        address={address}
        query={list}
        rows={list.data?.data}
        openId={search.invoice}
        onOpen={({ id }) => address.open({ ...search, invoice: id })}
      >
        <SettlementPromo />
      </ListPage>
      {opened !== undefined && (
        <InvoiceDialog
          key={opened}
          opened={search.invoice !== undefined}
          id={opened}
          row={list.data?.data.find(({ id }) => id === opened)}
          onClose={() => address.replace({ ...search, invoice: undefined })}
        />
      )}
    </Page>
  );
}
