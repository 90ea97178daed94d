import { IconFileInvoice } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { lazyOverlay } from '@shared/state/lazy-part';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { useLiveQueries } from '@shared/live/use-live-queries';
import { PageHeader } from '@shared/page/page-header';
import { DataTable } from '@shared/table/data-table';
import { EmptyNotice } from '@shared/state/empty-notice';
import { PagePager } from '@shared/table/page-pager';
import { useList } from '@shared/table/use-list';
import { useLast } from '@shared/ui/use-last';
import { settlementOptions } from '@/settlement/own-settlement-query';

import { type Invoice, invoiceKeys, invoiceListOptions } from './invoice-queries';
import { pageSize } from './invoice-rules';
import type { InvoiceSearch } from './invoice-search';
import { invoiceTexts } from './invoice-texts';
import { invoiceColumns, invoiceTableMinWidth } from './list/invoice-columns';
import classes from './list/invoice-list.module.css';
import { InvoicePhoneRow } from './list/invoice-phone-row';
import { SettlementPromo } from './promo/settlement-promo';

const route = getRouteApi('/_app/invoice');

// Loaded after the page, which most visits only look at.
const InvoiceDialog = lazyOverlay(async () => (await import('./detail/invoice-dialog')).InvoiceDialog);

const liveKeys = [invoiceKeys.all, settlementOptions().queryKey];
const settlementKeys = [settlementOptions().queryKey];
const idOf = (invoice: Invoice) => invoice.id;

/** The invoices of the client's settlement, and the way to it. */
export function InvoicePage() {
  const texts = useTexts(invoiceTexts);
  const zones = useZones();
  const navigate = useNavigate();
  const search = route.useSearch();
  const opened = useLast(search.invoice);
  const page = search.page ?? 1;
  const list = useQuery(invoiceListOptions(page));
  const go = (next: InvoiceSearch) => void navigate({ to: '/invoice', search: next });
  const { view } = useList(list, list.data?.data, {
    failed: texts.failed,
    empty: (
      <EmptyNotice icon={IconFileInvoice} title={texts.empty.title} page={search.page} onBack={() => go({})}>
        {texts.empty.body}
      </EmptyNotice>
    ),
  });
  useLiveQueries(['invoices'], liveKeys);
  // Staff switch the settlement, or its limit, without an invoice; an order that is paid later changes the amount.
  useLiveQueries(['settlements', 'orders'], settlementKeys);
  const rows = view.kind === 'rows' ? view.rows : undefined;
  return (
    <>
      <PageHeader title={texts.title} note={texts.datesIn(zones.clientLabel)} />
      <div className={classes['page']}>
        <SettlementPromo />
        <DataTable
          label={texts.table}
          columns={invoiceColumns}
          view={view}
          rowId={idOf}
          openId={search.invoice}
          onOpen={({ id }) => void navigate({ to: '/invoice', search: { ...search, invoice: id }, resetScroll: false })}
          skeletonRows={pageSize}
          minWidth={invoiceTableMinWidth}
          renderPhoneRow={(invoice) => <InvoicePhoneRow invoice={invoice} />}
          footer={
            <PagePager page={search.page} pageSize={pageSize} view={view} onPage={(next) => go({ page: next })} />
          }
        />
      </div>
      {opened !== undefined && (
        <InvoiceDialog
          key={opened}
          opened={search.invoice !== undefined}
          id={opened}
          row={rows?.find(({ id }) => id === opened)}
          onClose={() =>
            void navigate({
              to: '/invoice',
              search: { ...search, invoice: undefined },
              replace: true,
              resetScroll: false,
              // The dialog asks by itself about unsaved input.
              ignoreBlocker: true,
            })
          }
        />
      )}
    </>
  );
}
