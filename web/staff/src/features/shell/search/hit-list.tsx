import {
  IconBuilding,
  IconCreditCard,
  IconFileInvoice,
  IconListDetails,
  IconTransferIn,
  IconUser,
} from '@tabler/icons-react';

import { useTexts } from '@shared/i18n/texts';

import type { Hit } from './hits';
import { searchTexts } from './search-texts';
import classes from './search.module.css';

const icons = {
  order: IconListDetails,
  client: IconBuilding,
  user: IconUser,
  invoice: IconFileInvoice,
  virtual_account: IconCreditCard,
  transfer: IconTransferIn,
} as const satisfies Record<Hit['kind'], unknown>;

interface HitListProps {
  /** Prefix of the ids of the options. */
  id: string;
  label: string;
  hits: readonly Hit[];
  /** The option that the arrow keys chose. */
  active: number | undefined;
  onOpen: (hit: Hit) => void;
}

/** What was found, or opened before. The field above has the focus and chooses by arrow keys; a press opens as well. */
export function HitList({ id, label, hits, active, onOpen }: HitListProps) {
  const texts = useTexts(searchTexts);
  return (
    <div>
      {hits.length > 0 ? <p className={classes['label']}>{label}</p> : null}
      <div id={id} role="listbox" aria-label={label} className={classes['hits']} hidden={hits.length === 0}>
        {hits.map((hit, index) => {
          const Icon = icons[hit.kind];
          return (
            // The field above handles the keys.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={`${hit.kind} ${hit.id}`}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              className={classes['hit']}
              onClick={() => onOpen(hit)}
            >
              <Icon aria-hidden />
              <span className={classes['hitTitle']}>{hit.title || hit.id}</span>
              <span className={classes['hitKind']}>{texts.kinds[hit.kind]}</span>
              <span className={classes['hitText']}>
                {[hit.kind === 'client' ? '' : texts.client(hit.clientId), hit.kind === 'order' ? hit.id : '', hit.text]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
