import { countedClick } from '@/events/shop-event';
import { useTexts } from '@/language/language';
import { Icon, type IconName } from '@/parts/icons';
import { useOperatorLink } from '@/parts/shop-links';

import type { HomeGroup } from './groups';
import { homeTexts } from './home-texts';

const icons: Record<string, IconName> = {
  voucher: 'ticket',
  mobile: 'phone',
  data: 'globe',
  ewallet: 'wallet',
  emoney: 'card',
  electricity: 'bolt',
  mobile_international: 'phone',
};

interface Props {
  groups: readonly HomeGroup[];
  hrefOf: (group: HomeGroup) => string;
  onOpen: (group: HomeGroup) => void;
}

/** Groups as rows with their icon and the names of some operators. A group of one operator leads to its page. */
export function GroupList({ groups, hrefOf, onOpen }: Props) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-2xl border border-line">
      {groups.map((group) => (
        <li key={group.kind}>
          <GroupRow group={group} href={hrefOf(group)} onOpen={() => onOpen(group)} />
        </li>
      ))}
    </ul>
  );
}

function GroupRow({ group, href, onOpen }: { group: HomeGroup; href: string; onOpen: () => void }) {
  const texts = useTexts(homeTexts);
  const [first = { code: '', name: '' }] = group.operators;
  const operatorLink = useOperatorLink(first);
  const groupLink = {
    href,
    onClick: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      onOpen();
    },
  };
  const isOne = group.operators.length === 1;
  const link = isOne ? operatorLink : groupLink;
  const names = group.operators.slice(0, 4).map(({ name }) => name);
  return (
    <a
      {...link}
      {...(isOne ? countedClick('operator', first.code) : countedClick('group'))}
      className="flex min-h-15 items-center gap-3 px-3.5 py-2.5 -outline-offset-2 hover:bg-band"
    >
      <span className="flex size-10 shrink-0 items-center justify-center rounded-[10px] bg-accent text-accent-mark">
        <Icon name={icons[group.kind] ?? 'bill'} size={18} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-sm font-medium">{texts.kinds[group.kind] ?? group.label}</span>
        <span className="block truncate text-xs/5 text-quiet" title={names.join(', ')}>
          {names.join(', ')}
        </span>
      </span>
      <span className="text-quiet">
        <Icon name="right" size={18} />
      </span>
    </a>
  );
}
