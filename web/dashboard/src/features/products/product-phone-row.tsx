import { Amount } from '@shared/format/amount';
import { formatRupiah, withRupiahPrefix } from '@shared/format/rupiah';
import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import { PhoneRow } from '@shared/table/phone-row';

import { operatorTypeName, operatorTypeTexts } from '@shared/format/operator-types';
import { ProductCode, ProductName, StatusCell, useProductNote } from './product-columns';
import type { Product } from './product-queries';
import { productTexts } from './product-texts';
import classes from './products.module.css';

/** A product on a phone: name and price, code and status, type and wallet. */
export function ProductPhoneRow({ product }: { product: Product }) {
  const texts = useTexts(productTexts);
  const types = useTexts(operatorTypeTexts);
  const note = useProductNote(product);
  const description = withRupiahPrefix(product.description, 'Rp');
  return (
    <PhoneRow className={classes['phoneRow']}>
      <span className={classes['phoneName']} data-active={product.active}>
        <ProductName product={product} />
      </span>
      <span className={classes['phonePrice']}>
        {product.sellPrice === undefined && <span className={classes['phoneNote']}>{texts.columns.adminPrice} </span>}
        <Amount value={product.sellPrice ?? product.adminPrice ?? 0} prefix="Rp" />
      </span>
      {product.committedSellPrice !== undefined && (
        <span className={classes['phoneCommitted']}>
          {texts.committed(formatRupiah(product.committedSellPrice, 'Rp'))}
        </span>
      )}
      <ProductCode code={product.code} />
      <span className={classes['phoneStatus']}>
        <StatusCell product={product} />
      </span>
      <span className={classes['phoneNote']}>
        {operatorTypeName(types, product.operatorType)} · {walletTypeName(product.walletType)}
      </span>
      {note !== undefined && <span className={classes['phoneNote']}>{note}</span>}
      {description !== '' && <span className={classes['phoneNote']}>{description}</span>}
    </PhoneRow>
  );
}
