import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { CancelContext, comingColumnsOfProduct, pastColumnsOfProduct } from '@/prices/change-columns';
import type { EditedPrice } from '@/prices/price-dialog';
import { type PriceChange, priceChangesOptions, setPriceOptions } from '@/prices/price-queries';
import { priceTexts } from '@/prices/price-texts';
import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { PagePager } from '@shared/table/page-pager';
import { useList } from '@shared/table/use-list';
import { Card, CardHead } from '@shared/ui/card';

import { productPageTexts } from './product-page-texts';
import type { ProductDetail } from './product-queries';
import classes from './products.module.css';

const PriceDialog = lazyDialog(async () => (await import('@/prices/price-dialog')).PriceDialog);
const CancelDialog = lazyDialog(async () => (await import('@/prices/cancel-dialog')).CancelDialog);

/** The prices and costs of a product that are to come, and those that took effect. */
export function PriceCards({ product }: { product: ProductDetail }) {
  const texts = useTexts(productPageTexts).prices;
  const { change, endHand } = useTexts(priceTexts);
  const { client: zone } = useZones();
  const allowed = useHasPermission(permission.productPrice);
  const [cancelledChange, setCancelledChange] = useState<PriceChange>();
  const [editedPrice, setEditedPrice] = useState<EditedPrice>();
  const { code, name, kind, price, cost, priceByHand } = product;
  const edited = { productCode: code, name, kind, now: price, cost };
  return (
    <CancelContext value={setCancelledChange}>
      <div className={classes['cards']}>
        <Changes
          code={code}
          status="scheduled"
          columns={comingColumnsOfProduct}
          title={texts.coming}
          none={texts.noneComing}
          action={
            allowed && (
              <span className={classes['buttons']}>
                {priceByHand && (
                  <Button variant="default" onClick={() => setEditedPrice({ ...edited, ends: 'list' })}>
                    {endHand}
                  </Button>
                )}
                <Button variant="default" onClick={() => setEditedPrice(edited)}>
                  {change}
                </Button>
              </span>
            )
          }
        />
        <Changes
          code={code}
          status="applied"
          columns={pastColumnsOfProduct}
          title={texts.history}
          none={texts.noHistory}
        />
      </div>
      <PriceDialog price={editedPrice} mutation={setPriceOptions(zone)} onClose={() => setEditedPrice(undefined)} />
      <CancelDialog change={cancelledChange} onClose={() => setCancelledChange(undefined)} />
    </CancelContext>
  );
}

interface ChangesProps {
  code: string;
  status: PriceChange['status'];
  columns: ListColumns<PriceChange>;
  title: string;
  none: string;
  action?: ReactNode;
}

const pageSize = 50;
const fewRows = 3;

function Changes({ code, status, columns, title, none, action }: ChangesProps) {
  const texts = useTexts(productPageTexts).prices;
  const [page, setPage] = useState(1);
  const query = useQuery(priceChangesOptions({ status, productCode: code, page }));
  const { view } = useList(query, query.data?.data, {
    failed: texts.failed,
    empty: null,
  });
  if (query.data?.total === 0) {
    return (
      <Card title={title} action={action}>
        <p className={classes['hint']}>{none}</p>
      </Card>
    );
  }
  return (
    <DataTable
      label={title}
      head={<CardHead title={title} action={action} />}
      columns={columns}
      view={view}
      rowId={({ id }) => id}
      lines={2}
      skeletonRows={fewRows}
      minWidth={53}
      footer={
        (query.data?.total ?? 0) > pageSize ? (
          <PagePager
            page={page}
            pageSize={pageSize}
            view={view}
            total={query.data?.total}
            onPage={(next) => setPage(next ?? 1)}
          />
        ) : null
      }
    />
  );
}
