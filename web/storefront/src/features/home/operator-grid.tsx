import type { ShopOperator } from '@shared/shop/shop-data';

import { countedClick } from '@/events/shop-event';
import { OperatorTile } from '@/parts/operator-tile';
import { useOperatorLink } from '@/parts/shop-links';

interface Props {
  operators: readonly ShopOperator[];
  /** Clicks are counted as those on popular operators. */
  isPopular?: boolean;
}

/** Operators as tiles with their names, four beside each other on a phone. */
export function OperatorGrid({ operators, isPopular = false }: Props) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(3.75rem,calc((100%-43px)/4)),1fr))] gap-x-3.5 gap-y-4 sm:grid-cols-6 md:grid-cols-8">
      {operators.map((operator) => (
        <li key={operator.code}>
          <OperatorLink operator={operator} counted={countedClick(isPopular ? 'popular' : 'operator', operator.code)} />
        </li>
      ))}
    </ul>
  );
}

function OperatorLink({ operator, counted }: { operator: ShopOperator; counted: object }) {
  const link = useOperatorLink(operator);
  return (
    <a {...link} {...counted} className="group block rounded-tile text-center text-xs/4 font-medium">
      <OperatorTile
        code={operator.code}
        name={operator.name}
        className="mb-1.5 aspect-square w-full text-2xl transition-opacity group-hover:opacity-85"
      />
      <span className="line-clamp-3 wrap-break-word">{operator.name}</span>
    </a>
  );
}
