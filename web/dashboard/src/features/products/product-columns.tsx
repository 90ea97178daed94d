import { useTexts } from '@shared/i18n/texts';
import { formatRupiah, withRupiahPrefix } from '@shared/format/rupiah';
import { walletTypeName } from '@shared/format/wallet-type';
import { AmountCell, EmptyValue, Shortened, TextCell, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { CopyIcon } from '@shared/ui/copy-icon';
import { StatusPill } from '@shared/ui/status-pill';

import { operatorTypeName, operatorTypeTexts } from '@shared/format/operator-types';
import { WatchedMark } from './price-watch';
import { productAnchor, useOpenProduct } from './product-open';
import type { Product } from './product-queries';
import { productTexts } from './product-texts';
import classes from './products.module.css';

function ProductCell({ product }: { product: Product }) {
  return (
    <TwoLines caption={<ProductCode code={product.code} />}>
      <span className={classes['name']} data-active={product.active}>
        <ProductName product={product} />
      </span>
    </TwoLines>
  );
}

/** The name of a product, which opens its detail. */
export function ProductName({ product }: { product: Product }) {
  const open = useOpenProduct();
  return (
    <button
      type="button"
      className={classes['open']}
      data-returns={productAnchor(product.code)}
      onClick={() => open(product.code)}
    >
      <Shortened>{product.name}</Shortened>
    </button>
  );
}

/** The code of a product, which can be copied. */
export function ProductCode({ code }: { code: string }) {
  const texts = useTexts(productTexts);
  return (
    <span className={classes['code']}>
      {code}
      <CopyIcon value={code} label={texts.copyCode} />
      <WatchedMark code={code} />
    </span>
  );
}

function OperatorTypeCell({ type }: { type: string }) {
  return <TextCell>{operatorTypeName(useTexts(operatorTypeTexts), type)}</TextCell>;
}

function PriceCell({ value }: { value: number | undefined }) {
  return value === undefined ? <EmptyValue /> : <AmountCell value={value} prefix="Rp" />;
}

/** What an order is charged, and below it what shoppers of the client's web app pay, where the client has such a price. */
function SellPriceCell({ product: { sellPrice, committedSellPrice } }: { product: Product }) {
  const texts = useTexts(productTexts);
  if (committedSellPrice === undefined) return <PriceCell value={sellPrice} />;
  return (
    <TwoLines caption={texts.committed(formatRupiah(committedSellPrice, 'Rp'))}>
      <PriceCell value={sellPrice} />
    </TwoLines>
  );
}

/** Why a product has a problem, and when it is not sold; undefined if nothing is to be said. */
export function useProductNote({ problemReason = '', cutOff }: Product): string | undefined {
  const texts = useTexts(productTexts);
  const notes = [withRupiahPrefix(problemReason, 'Rp'), cutOff && texts.cutOff(cutOff.from, cutOff.to)].filter(Boolean);
  return notes.length === 0 ? undefined : notes.join('. ');
}

function DescriptionCell({ product }: { product: Product }) {
  const note = useProductNote(product);
  const description = withRupiahPrefix(product.description, 'Rp');
  if (note === undefined) return description === '' ? <EmptyValue /> : <Shortened>{description}</Shortened>;
  if (description === '') return <Shortened>{note}</Shortened>;
  return (
    <TwoLines caption={<Shortened>{note}</Shortened>}>
      <Shortened>{description}</Shortened>
    </TwoLines>
  );
}

/** Whether orders of the product are accepted. */
export function StatusCell({ product }: { product: Product }) {
  const texts = useTexts(productTexts);
  if (!product.active) return <StatusPill tone="cancelled">{texts.active.false}</StatusPill>;
  if (product.problem) return <StatusPill tone="failed">{texts.problem}</StatusPill>;
  return <StatusPill tone="done">{texts.active.true}</StatusPill>;
}

const head = columnHead(productTexts, 'columns');

/** The columns of the price list. Product and description share the remaining width. */
export const productColumns: ListColumns<Product> = [
  {
    id: 'product',
    header: head('product'),
    cell: (row) => <ProductCell product={row} />,
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'description',
    header: head('description'),
    cell: (row) => <DescriptionCell product={row} />,
    look: { skeleton: 'line' },
  },
  {
    id: 'operatorType',
    header: head('operatorType'),
    cell: (row) => <OperatorTypeCell type={row.operatorType} />,
    look: { width: 11, minWidth: 9, skeleton: 'line' },
  },
  {
    id: 'walletType',
    header: head('walletType'),
    cell: (row) => <TextCell>{walletTypeName(row.walletType)}</TextCell>,
    look: { width: 7.5, minWidth: 6.5, skeleton: 'line' },
  },
  {
    id: 'price',
    header: head('price'),
    cell: (row) => <SellPriceCell product={row} />,
    look: { width: 11, minWidth: 10, align: 'end', skeleton: 'line' },
  },
  {
    id: 'adminPrice',
    header: head('adminPrice'),
    cell: (row) => <PriceCell value={row.adminPrice} />,
    look: { width: 7.5, minWidth: 6.5, align: 'end', skeleton: 'line' },
  },
  {
    id: 'status',
    header: head('status'),
    cell: (row) => <StatusCell product={row} />,
    look: { width: 8, minWidth: 7.5, skeleton: 'pill' },
  },
];
