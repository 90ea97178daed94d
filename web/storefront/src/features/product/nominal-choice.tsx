import { withRupiahPrefix } from '@shared/format/rupiah';
import type { ShopNominal } from '@shared/shop/shop-data';

import { countedClick } from '@/events/shop-event';
import { Icon, type IconName } from '@/parts/icons';
import { Price } from '@/parts/price';

interface Props {
  nominals: readonly ShopNominal[];
  value: string;
  icon: IconName;
  onChoose: (code: string) => void;
}

/** What can be bought, as tiles of which one is chosen. Arrow keys move between them. */
export function NominalChoice({ nominals, value, icon, onChoose }: Props) {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(9.5rem,calc((100%-21px)/3))),1fr))] gap-2.5">
      {nominals.map((nominal) => (
        <label
          key={nominal.code}
          className="relative flex min-h-[68px] cursor-pointer flex-col justify-center rounded-tile border border-control/60 px-3.5 py-2.5 has-checked:border-link has-checked:bg-accent/50 has-checked:ring-1 has-checked:ring-link has-checked:ring-inset has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link"
        >
          <input
            {...countedClick('nominal', nominal.code)}
            type="radio"
            name="nominal"
            value={nominal.code}
            checked={nominal.code === value}
            className="peer sr-only"
            onChange={() => onChoose(nominal.code)}
          />
          <span className="flex items-start gap-1.5 text-sm/5 font-medium peer-checked:pr-4">
            <span className="text-link">
              <Icon name={icon} size={18} />
            </span>
            <span className="min-w-0 wrap-break-word">{nominal.denom}</span>
          </span>
          {nominal.description && (
            <span className="mt-0.5 text-xs/4 text-quiet">{withRupiahPrefix(nominal.description, 'Rp')}</span>
          )}
          <Price value={nominal.price} className="mt-1 text-sm" />
          <span className="absolute top-2.5 right-2.5 hidden text-link peer-checked:block">
            <Icon name="check" size={16} />
          </span>
        </label>
      ))}
    </div>
  );
}
