import { IconClock, IconReceipt, IconTransferIn } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';

import { Amount } from '@shared/format/amount';
import { useTexts } from '@shared/i18n/texts';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Fact, Facts } from '@shared/ui/facts';
import { walletNote } from '@/wallet/wallet-notes';
import type { Wallet } from '@/wallet/wallet-queries';

import { InfoCard } from '../info-card';
import shared from '../topup.module.css';
import { topupTexts } from '../topup-texts';
import { WalletSelect } from '../wallet-select';
import { virtualAccountTexts } from './virtual-account-texts';
import classes from './virtual-account.module.css';

interface WalletCardProps {
  load: UseQueryResult<Wallet[]>;
  /** The chosen wallet, if it is active. */
  wallet: Wallet | undefined;
  onChoose: (id: string) => void;
}

/** The choice of the wallet, with what matters for a top-up of it. */
export function WalletCard({ load, wallet, onChoose }: WalletCardProps) {
  const texts = useTexts(virtualAccountTexts);
  const { walletsFailed } = useTexts(topupTexts);
  const failure = useFailure(load);
  if (failure !== null) {
    const retry = () => void load.refetch();
    return (
      <div className={shared['card']}>
        <LoadFailed title={walletsFailed} error={failure} retrying={load.isFetching} onRetry={retry} />
      </div>
    );
  }
  const note = wallet && walletNote(wallet.type);
  return (
    <div className={shared['card']}>
      <WalletSelect
        wallets={load.data}
        value={wallet?.id ?? ''}
        onChange={onChoose}
        description={texts.walletHelp}
        disabled={load.data === undefined}
      />
      {wallet ? (
        <div className={classes['facts']}>
          <Facts>
            <Fact name={texts.balance}>
              <Amount value={wallet.balance} prefix="Rp" />
            </Fact>
            {note ? <Fact name={texts.tax}>{note === 'deducted' ? texts.taxed : texts.untaxed}</Fact> : null}
          </Facts>
        </div>
      ) : null}
    </div>
  );
}

/** How virtual accounts work. */
export function HowItWorks() {
  const { howTitle, how } = useTexts(virtualAccountTexts);
  const points = [
    { icon: IconTransferIn, text: how.amount },
    { icon: IconClock, text: how.time },
    { icon: IconReceipt, text: how.fee },
  ];
  return <InfoCard title={howTitle} points={points} />;
}
