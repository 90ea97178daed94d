import { Button } from '@mantine/core';
import { useState } from 'react';

import { Margin } from '@/prices/margin';
import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { AmountCell, TwoLines } from '@shared/table/cells';
import { Card } from '@shared/ui/card';
import { StatusPill } from '@shared/ui/status-pill';

import { productPageTexts } from './product-page-texts';
import type { ProductDetail } from './product-queries';
import classes from './products.module.css';

const SuppliersDialog = lazyDialog(async () => (await import('./suppliers-dialog')).SuppliersDialog);

/** Who sells the product, at which recorded cost, in the order in which they are tried. */
export function SuppliersCard({ product }: { product: ProductDetail }) {
  const texts = useTexts(productPageTexts).suppliers;
  const allowed = useHasPermission(permission.productSuppliers);
  const [opened, setOpened] = useState(false);
  const { skus, kind, price } = product;
  return (
    <Card
      title={texts.title}
      hint={skus.length === 0 ? texts.none : texts.hint}
      action={
        allowed &&
        skus.length > 0 && (
          <Button variant="default" onClick={() => setOpened(true)}>
            {texts.change}
          </Button>
        )
      }
    >
      <ol className={classes['lines']}>
        {skus.map(({ supplier, sku, cost, active }) => (
          <li key={supplier} className={classes['line']}>
            <TwoLines caption={sku}>{supplier}</TwoLines>
            <span className={classes['figure']}>
              <AmountCell value={cost} prefix="Rp" />
            </span>
            {kind === 'prepaid' && (
              <span className={classes['figure']}>
                <Margin price={price} cost={cost} />
              </span>
            )}
            <StatusPill tone={active ? 'done' : 'cancelled'}>{active ? texts.on : texts.off}</StatusPill>
          </li>
        ))}
      </ol>
      <SuppliersDialog opened={opened} onClose={() => setOpened(false)} product={product} />
    </Card>
  );
}
