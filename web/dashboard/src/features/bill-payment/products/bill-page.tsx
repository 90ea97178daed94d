import { Button } from '@mantine/core';
import { IconAddressBook, IconCalendarEvent, IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { lazyDialog } from '@shared/overlay/lazy-windows';
import { useTexts } from '@shared/i18n/texts';
import { useListAddress } from '@shared/list/list-address';
import { type ListDeclaration, ListPage } from '@shared/list/list-page';
import { useCurrentUser, useHasPermission } from '@/session/current-user';
import { feature, permission } from '@/session/permissions';
import { Page } from '@shared/app/page';

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

const CreateOrderDialogs = lazyDialog(async () => (await import('../order-form/create-dialogs')).CreateOrderDialogs);

/** Bill Payment: the products that can be bought for many numbers. */
export function BillPaymentPage() {
  const { welcome } = useTexts(billTexts);
  const title = welcome(useCurrentUser()?.Client.legalName ?? '~');
  return (
    <Page title={title} needs={{ feature: feature.corporate }} actions={<PageLinks />}>
      <BillPayment title={title} />
    </Page>
  );
}

const productList: ListDeclaration<BillProduct, BillSearch> = {
  texts: billTexts,
  icon: IconTag,
  columns: billColumns,
  rowId: ({ code }) => code,
  renderPhoneRow: (product) => <BillPhoneRow product={product} />,
  rowsOnTablets: true,
  pageSize: productsPerPage,
  narrowedBy: ['operatorType', 'operatorCode', 'searchQuery'],
};

function BillPayment({ title }: { title: string }) {
  const address = useListAddress(route.useSearch());
  const { search } = address;
  const [lastProduct, setLastProduct] = useState<BillProduct>();
  const products = useQuery(billProductsOptions(search));
  const rows = products.data?.data;
  // The price may have changed since the form was opened. A reload opens the form of a product of any page.
  const listed = rows?.find(({ code }) => code === (search.create ?? lastProduct?.code));
  const loadedProduct =
    listed ?? (search.create === undefined || search.create === lastProduct?.code ? lastProduct : undefined);
  const linked = useQuery({
    ...billProductOptions(search.create ?? ''),
    enabled: search.create !== undefined && loadedProduct === undefined && !products.isPending,
  });
  const opened = search.create === undefined ? undefined : (loadedProduct ?? linked.data ?? undefined);
  // Stays when the form closes, for what follows it.
  if (opened && opened.code !== lastProduct?.code) setLastProduct(opened);
  const current = loadedProduct ?? lastProduct;
  function order(next: BillProduct) {
    setLastProduct(next);
    address.open({ ...search, create: next.code });
  }
  return (
    <OrderProductContext value={order}>
      <ListPage
        list={productList}
        address={address}
        query={products}
        rows={rows}
        total={products.data?.total}
        filters={<BillFilters search={search} onFilter={address.filter} />}
      >
        {/* The title of the page, which phones hide. */}
        <p className={classes['welcome']} aria-hidden>
          {title}
        </p>
        <WalletPanel />
      </ListPage>
      {current && (
        <CreateOrderDialogs
          key={current.code}
          product={current}
          opened={search.create === current.code}
          onClose={() => address.replace({ ...search, create: undefined })}
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
