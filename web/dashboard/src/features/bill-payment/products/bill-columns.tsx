import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { Amount } from '@shared/format/amount';
import { formatRupiah, withRupiahPrefix } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { EmptyValue, Shortened, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { StatusPill } from '@shared/ui/status-pill';
import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';

import { type BillProduct, operatorsOptions } from '../order-form/order-queries';
import { billTexts } from './bill-texts';
import { kindOf } from './product-kind';
import { useOrderProduct } from './product-order';
import classes from './products.module.css';

/** The operator of a product. */
export function OperatorName({ product }: { product: BillProduct }) {
  const { data: groups } = useQuery(operatorsOptions());
  const operator = groups
    ?.find(({ code }) => code === product.operatorType)
    ?.operators.find(({ code }) => code === product.operatorCode);
  return operator?.name ?? product.operatorCode;
}

/** The price of one number. Bills and open amounts have none before they are found or typed, but a fee. */
export function PriceOf({ product }: { product: BillProduct }) {
  const texts = useTexts(billTexts);
  const { sellPrice, adminPrice = 0 } = product;
  if (sellPrice !== undefined) return <Amount value={sellPrice} />;
  return (
    <TwoLines caption={adminPrice > 0 ? texts.plusFee(formatRupiah(adminPrice)) : undefined}>
      {kindOf(product) === 'open' ? texts.anyAmount : texts.byBill}
    </TwoLines>
  );
}

/** Says that orders at once are refused at present. The description says why. */
export function ProblemMark({ product }: { product: BillProduct }) {
  const texts = useTexts(billTexts);
  if (!product.problem) return null;
  return <StatusPill tone="failed">{texts.problem}</StatusPill>;
}

/** Why orders at once are refused, in the words of staff; empty if they are not, or if staff gave no reason. */
export function problemOf({ problem, problemReason = '' }: BillProduct): string {
  return problem ? withRupiahPrefix(problemReason, 'Rp.') : '';
}

/** The description, or why the product has a problem. */
function Description({ product }: { product: BillProduct }) {
  const problem = problemOf(product);
  if (problem !== '') return <Shortened>{problem}</Shortened>;
  const description = withRupiahPrefix(product.description, 'Rp.');
  return description === '' ? <EmptyValue /> : <Shortened>{description}</Shortened>;
}

/** The button that opens the form of a product. */
export function CreateOrder({ product }: { product: BillProduct }) {
  const texts = useTexts(billTexts);
  const order = useOrderProduct();
  const may = useHasPermission(permission.scheduledOrderCreate);
  return (
    <Button
      variant="default"
      size="sm"
      disabled={!may}
      title={may ? undefined : texts.noPermission}
      aria-label={texts.createFor(product.name)}
      onClick={() => order(product)}
    >
      {texts.createOrder}
    </Button>
  );
}

const head = columnHead(billTexts, 'columns');

/** The columns of the products. Product and description share the remaining width. */
export const billColumns: ListColumns<BillProduct> = [
  {
    id: 'product',
    header: head('product'),
    cell: (row) => (
      <TwoLines
        caption={
          <span className={classes['marks']}>
            <span className={classes['code']}>{row.code}</span>
            <ProblemMark product={row} />
          </span>
        }
      >
        <Shortened>{row.name}</Shortened>
      </TwoLines>
    ),
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'description',
    header: head('description'),
    cell: (row) => <Description product={row} />,
    look: { skeleton: 'line' },
  },
  {
    id: 'type',
    header: head('type'),
    cell: (row) => <OperatorName product={row} />,
    look: { width: 11, minWidth: 8, skeleton: 'line' },
  },
  {
    id: 'price',
    header: head('price'),
    cell: (row) => <PriceOf product={row} />,
    look: { width: 9, minWidth: 7.5, align: 'end', skeleton: 'line' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (row) => <CreateOrder product={row} />,
    look: { width: 9, minWidth: 8.5, align: 'end', skeleton: 'pill' },
  },
];
