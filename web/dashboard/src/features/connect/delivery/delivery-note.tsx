import { Link } from '@tanstack/react-router';

import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import { Note } from '@shared/ui/note';
import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';

import type { ShopConfig } from '../connect-queries';
import classes from './delivery.module.css';
import { deliveryTexts } from './delivery-texts';

interface DeliveryNoteProps {
  delivery: ShopConfig['delivery'];
  /** Without links: it stands in a question. */
  plain?: boolean;
}

/** What is missing before paid orders can be delivered: a key, or money. It forbids nothing. */
export function DeliveryNote({ delivery: { hasApiKey, emptyWallets }, plain = false }: DeliveryNoteProps) {
  const texts = useTexts(deliveryTexts);
  const mayMakeKeys = useHasPermission(permission.profileApiKey);
  if (hasApiKey && emptyWallets.length === 0) return null;
  return (
    <Note tone="warning">
      <p>{texts.title}</p>
      <ul className={classes['list']}>
        {hasApiKey ? null : (
          <li>
            {texts.key}{' '}
            {mayMakeKeys && !plain ? (
              <Link to="/profile/{-$type}" params={{ type: 'api-key' }}>
                {texts.makeKey}
              </Link>
            ) : null}
          </li>
        )}
        {emptyWallets.length > 0 && (
          <li>
            {texts.wallet(emptyWallets.map(walletTypeName).join(', '))}{' '}
            {plain ? null : <Link to="/deposit/top-up">{texts.topUp}</Link>}
          </li>
        )}
      </ul>
    </Note>
  );
}
