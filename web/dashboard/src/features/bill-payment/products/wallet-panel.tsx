import { useQuery } from '@tanstack/react-query';

import { Amount } from '@shared/format/amount';
import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import { useLiveQueries } from '@shared/live/use-live-queries';
import { walletsOptions } from '@/wallet/wallet-queries';

import { billTexts } from './bill-texts';
import classes from './products.module.css';

const liveKeys = [walletsOptions().queryKey];

/** The wallets with their types and balances. */
export function WalletPanel() {
  const texts = useTexts(billTexts).wallets;
  const { data: wallets } = useQuery({ ...walletsOptions(), staleTime: 0 });
  useLiveQueries(['deposits', 'orders'], liveKeys); // a payment changes a wallet, too
  return (
    <section className={classes['wallets']} aria-label={texts.title} aria-busy={wallets === undefined}>
      {wallets === undefined
        ? ['one', 'two', 'three', 'four'].map((key) => <div key={key} className={classes['wallet']} aria-hidden />)
        : wallets.map((wallet) => (
            <div key={wallet.id} className={classes['wallet']} data-inactive={!wallet.active || undefined}>
              <span className={classes['note']}>
                {walletTypeName(wallet.type)}
                {!wallet.active && ` · ${texts.inactive}`}
              </span>
              <span className={classes['balance']}>
                <Amount value={wallet.balance} />
              </span>
            </div>
          ))}
    </section>
  );
}
