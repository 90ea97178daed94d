import { Button } from '@mantine/core';
import { IconAddressBook, IconCalendarEvent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { lazyOverlay } from '@shared/state/lazy-part';
import { useTexts } from '@shared/i18n/texts';
import { PageHeader } from '@shared/page/page-header';
import { DataTable } from '@shared/table/data-table';
import { NoMatchNotice } from '@shared/state/empty-notice';
import { emptyTexts } from '@shared/state/empty-texts';
import { PagePager } from '@shared/table/page-pager';
import { useList } from '@shared/table/use-list';
import { areaTexts } from '@/navigation/area-texts';
import { useCurrentUser, useHasPermission } from '@/session/current-user';
import { feature, permission } from '@/session/permissions';
import { WithFeature } from '@/session/with-feature';

import {
  type BillProduct,
  billProductOptions,
  billProductsOptions,
  productsPerPage,
} from '../order-form/order-queries';
import { billTexts } from './bill-texts';
import { billColumns } from './bill-columns';
import { BillFilters } from './bill-filters';
import { BillPhoneRow } from './bill-phone-row';
import type { BillSearch } from './bill-search';
import { OrderProductContext } from './product-order';
import classes from './products.module.css';
import { WalletPanel } from './wallet-panel';

const route = getRouteApi('/_app/bill-payment');

// Loaded after the page, which most visits only look at.
const CreateOrderDialogs = lazyOverlay(async () => (await import('../order-form/create-dialogs')).CreateOrderDialogs);

/** Bill Payment: the products that can be bought for many numbers. */
export function BillPaymentPage() {
  const title = useTexts(areaTexts)['bill-payment'];
  const { welcome } = useTexts(billTexts);
  const user = useCurrentUser();
  return (
    <>
      {user === undefined && <PageHeader title={welcome('~')} />}
      <WithFeature name={feature.corporate} title={title}>
        <BillPayment />
      </WithFeature>
    </>
  );
}

const codeOf = (product: BillProduct) => product.code;

function BillPayment() {
  const texts = useTexts(billTexts);
  const { clearFilters } = useTexts(emptyTexts);
  const user = useCurrentUser();
  const navigate = useNavigate();
  const search = route.useSearch();
  const [chosen, setChosen] = useState<BillProduct>();
  const products = useQuery(billProductsOptions(search));
  const go = (next: BillSearch) => void navigate({ to: '/bill-payment', search: next });
  // The form asks by itself before it closes.
  const open = (create: string | undefined) =>
    void navigate({
      to: '/bill-payment',
      search: { ...search, create },
      replace: create === undefined,
      resetScroll: false,
      ignoreBlocker: true,
    });
  const { view } = useList(products, products.data?.data, {
    failed: texts.failed,
    empty: (
      <NoMatchNotice title={texts.empty.title} remedy={{ text: clearFilters, onPress: () => go({}) }}>
        {texts.empty.body}
      </NoMatchNotice>
    ),
  });
  const rows = view.kind === 'rows' ? view.rows : undefined;
  // The price may have changed since the form was opened. A reload opens the form of a product of any page.
  const listed = rows?.find(({ code }) => code === (search.create ?? chosen?.code));
  const known = listed ?? (search.create === undefined || search.create === chosen?.code ? chosen : undefined);
  const linked = useQuery({
    ...billProductOptions(search.create ?? ''),
    enabled: search.create !== undefined && known === undefined && !products.isPending,
  });
  const opened = search.create === undefined ? undefined : (known ?? linked.data ?? undefined);
  // Stays when the form closes, for what follows it.
  if (opened && opened.code !== chosen?.code) setChosen(opened);
  const current = known ?? chosen;
  function order(next: BillProduct) {
    setChosen(next);
    open(next.code);
  }
  return (
    <OrderProductContext value={order}>
      <PageHeader title={texts.welcome(user?.Client.legalName ?? '~')} actions={<PageLinks />} />
      <div className={classes['page']}>
        {/* The title of the page, which phones hide. */}
        <p className={classes['welcome']} aria-hidden>
          {texts.welcome(user?.Client.legalName ?? '~')}
        </p>
        <WalletPanel />
        <BillFilters search={search} onFilter={go} />
        <DataTable
          label={texts.table}
          columns={billColumns}
          view={view}
          rowId={codeOf}
          skeletonRows={productsPerPage}
          rowsOnTablets
          renderPhoneRow={(row) => <BillPhoneRow product={row} />}
          footer={
            <PagePager
              page={search.page}
              pageSize={productsPerPage}
              view={view}
              total={products.data?.total}
              onPage={(page) => go({ ...search, page })}
            />
          }
        />
      </div>
      {current && (
        <CreateOrderDialogs
          key={current.code}
          product={current}
          opened={search.create === current.code}
          onClose={() => open(undefined)}
        />
      )}
    </OrderProductContext>
  );
}

/** The links to contacts and scheduled orders, for users who may see them. */
function PageLinks() {
  const texts = useTexts(billTexts);
  const navigate = useNavigate();
  const mayContacts = useHasPermission(permission.employeeList);
  const mayOrders = useHasPermission(permission.scheduledOrderList);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconAddressBook aria-hidden />}
        disabled={!mayContacts}
        title={mayContacts ? undefined : texts.noPermission}
        onClick={() => void navigate({ to: '/bill-payment/contact-list' })}
      >
        {texts.contactList}
      </Button>
      <Button
        variant="default"
        leftSection={<IconCalendarEvent aria-hidden />}
        disabled={!mayOrders}
        title={mayOrders ? undefined : texts.noPermission}
        onClick={() => void navigate({ to: '/bill-payment/order-history' })}
      >
        {texts.orderHistory}
      </Button>
    </>
  );
}
