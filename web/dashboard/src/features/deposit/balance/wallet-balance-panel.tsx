import { Amount } from '@shared/format/amount';
import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import { StatusPill } from '@shared/ui/status-pill';
import { walletNote } from '@/wallet/wallet-notes';
import type { Wallet } from '@/wallet/wallet-queries';

import { depositTexts } from '../deposit-texts';
import classes from './wallet-balance-panel.module.css';

interface WalletBalancePanelProps {
  /** Undefined while loading. */
  wallets: readonly Wallet[] | undefined;
  /** The wallet whose history is shown. */
  shownType: string | undefined;
  onChoose: (type: Wallet['type']) => void;
}

/** The wallets with their balances and states. A press shows the history of a wallet. */
export function WalletBalancePanel({ wallets, shownType, onChoose }: WalletBalancePanelProps) {
  const texts = useTexts(depositTexts).panel;
  if (wallets?.length === 0) return <p className={classes['none']}>{texts.none}</p>;
  return (
    <section className={classes['panel']} aria-label={texts.title} aria-busy={wallets === undefined}>
      {wallets === undefined
        ? ['one', 'two', 'three', 'four'].map((key) => <div key={key} className={classes['skeleton']} aria-hidden />)
        : wallets.map((wallet) => (
            <WalletBalance
              key={wallet.id}
              wallet={wallet}
              isShown={wallet.type === shownType}
              onChoose={() => onChoose(wallet.type)}
            />
          ))}
    </section>
  );
}

function WalletBalance({ wallet, isShown, onChoose }: { wallet: Wallet; isShown: boolean; onChoose: () => void }) {
  const texts = useTexts(depositTexts).panel;
  const note = walletNote(wallet.type);
  return (
    <button type="button" className={classes['wallet']} aria-pressed={isShown} onClick={onChoose}>
      <span className={classes['head']}>
        <span className={classes['name']}>{walletTypeName(wallet.type)}</span>
        <StatusPill tone={wallet.active ? 'done' : 'cancelled'}>
          {wallet.active ? texts.active : texts.inactive}
        </StatusPill>
      </span>
      <span className={classes['balance']} data-closed={!wallet.active || undefined}>
        <Amount value={wallet.balance} prefix="Rp" />
      </span>
      <span className={classes['note']}>{wallet.active ? note && texts[note] : texts.closed}</span>
    </button>
  );
}
