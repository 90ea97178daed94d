import { countedClick } from '@/events/shop-event';
import { Icon } from '@/parts/icons';
import { OperatorTile } from '@/parts/operator-tile';
import { Price } from '@/parts/price';

import type { FoundProduct } from './groups';

interface Props {
  products: readonly FoundProduct[];
  homeHref: string;
  /** Names of operators by their codes. */
  names: ReadonlyMap<string, string>;
}

/** Products that a search found, each with its price. It leads to the page where it is chosen already. */
export function ProductList({ products, homeHref, names }: Props) {
  return (
    <ul className="mt-4 divide-y divide-line overflow-hidden rounded-2xl border border-line">
      {products.map(({ operator, code, denom, price }) => (
        <li key={code}>
          <a
            {...countedClick('operator', operator)}
            href={`${homeHref}/${encodeURIComponent(operator)}?product=${encodeURIComponent(code)}`}
            className="flex min-h-15 items-center gap-3 px-3.5 py-2.5 -outline-offset-2 hover:bg-band"
          >
            <OperatorTile
              code={operator}
              name={names.get(operator) ?? operator}
              className="size-10 shrink-0 text-base"
            />
            <span className="min-w-0 flex-1">
              <span className="block text-sm font-medium wrap-break-word">{denom}</span>
              <span className="block truncate text-xs/5 text-quiet">{names.get(operator)}</span>
            </span>
            <Price value={price} className="text-sm" />
            <span className="text-quiet">
              <Icon name="right" size={18} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
