import { Link } from '@tanstack/react-router';

import { Margin } from '@/prices/margin';
import { operatorTypeName, operatorTypeTexts } from '@shared/format/operator-types';
import { useTexts } from '@shared/i18n/texts';
import { AmountCell, EmptyValue, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';

import type { Product } from './product-queries';
import { ProductState } from './product-state';
import { productTexts } from './product-texts';

function OperatorCell({ product }: { product: Product }) {
  const names = useTexts(operatorTypeTexts);
  return <TwoLines caption={operatorTypeName(names, product.operatorType)}>{product.operatorName}</TwoLines>;
}

function CostCell({ product: { cost, supplier, suppliers } }: { product: Product }) {
  const texts = useTexts(productTexts);
  if (cost === null) return <EmptyValue />;
  return (
    <TwoLines caption={suppliers > 1 ? texts.andOthers(supplier, suppliers - 1) : supplier}>
      <AmountCell value={cost} prefix="Rp" />
    </TwoLines>
  );
}

const head = columnHead(productTexts, 'columns');

/** The columns of the list of products. */
export const productColumns: ListColumns<Product> = [
  {
    id: 'name',
    header: head('name'),
    cell: ({ code, name }) => (
      <TwoLines caption={code}>
        <Link to="/products/$code" params={{ code }}>
          {name}
        </Link>
      </TwoLines>
    ),
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'operator',
    header: head('operator'),
    cell: (product) => <OperatorCell product={product} />,
    look: { width: 14, skeleton: 'two-lines', phone: 'hidden' },
  },
  {
    id: 'price',
    header: head('price'),
    cell: ({ price }) => <AmountCell value={price} prefix="Rp" />,
    look: { width: 9, align: 'end', skeleton: 'line' },
  },
  {
    id: 'cost',
    header: head('cost'),
    cell: (product) => <CostCell product={product} />,
    look: { width: 12, align: 'end', skeleton: 'two-lines', phone: 'hidden' },
  },
  {
    id: 'margin',
    header: head('margin'),
    cell: ({ kind, price, cost }) => (kind === 'prepaid' ? <Margin price={price} cost={cost} /> : <EmptyValue />),
    look: { width: 8, align: 'end', skeleton: 'two-lines' },
  },
  {
    id: 'state',
    header: head('state'),
    cell: (product) => <ProductState product={product} />,
    look: { width: 15, skeleton: 'pill', phone: 'plain' },
  },
];
