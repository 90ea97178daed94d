import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { Page } from '@shared/app/page';
import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';

import { PriceCards } from './history-card';
import { DestinationCard, ProductFacts } from './product-facts';
import { productPageTexts } from './product-page-texts';
import { type ProductDetail, productOptions } from './product-queries';
import { ProductPill } from './product-state';
import classes from './products.module.css';
import { ProblemCard } from './problem-card';
import { SuppliersCard } from './suppliers-card';

const route = getRouteApi('/_app/products_/$code');

const EditDialog = lazyDialog(async () => (await import('./edit-dialog')).EditDialog);

/** One product: what it is, who sells it at which cost, and its problem. */
export function ProductPage() {
  const texts = useTexts(productPageTexts);
  const { code } = route.useParams();
  const load = useQuery(productOptions(code));
  const failure = useFailure(load);
  const { data: product, isFetching, refetch } = load;
  return (
    <Page
      title={product?.name ?? texts.product(code)}
      named
      needs={{ permission: permission.products }}
      tag={product && <ProductPill product={product} />}
      actions={product && <EditButton product={product} />}
    >
      {failure ? (
        <LoadFailed title={texts.failed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />
      ) : product ? (
        <div className={classes['cards']}>
          <div className={classes['pair']}>
            <ProductFacts product={product} />
            <div className={classes['cards']}>
              <ProblemCard product={product} />
              <SuppliersCard product={product} />
              <DestinationCard product={product} />
            </div>
          </div>
          <PriceCards product={product} />
        </div>
      ) : (
        <Skeleton height="24rem" />
      )}
    </Page>
  );
}

function EditButton({ product }: { product: ProductDetail }) {
  const texts = useTexts(productPageTexts).edit;
  const allowed = useHasPermission(permission.productUpdate);
  const [opened, setOpened] = useState(false);
  if (!allowed) return null;
  return (
    <>
      <Button onClick={() => setOpened(true)}>{texts.button}</Button>
      <EditDialog opened={opened} onClose={() => setOpened(false)} product={product} />
    </>
  );
}
