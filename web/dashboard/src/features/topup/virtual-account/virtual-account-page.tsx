import { Button } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { Page } from '@shared/app/page';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { useTexts } from '@shared/i18n/texts';
import { useLiveQueries } from '@shared/live/use-live-queries';
import { useIsNarrow } from '@shared/ui/use-is-narrow';
import { subPageTexts } from '@/navigation/sub-pages';
import { useCurrentUser } from '@/session/current-user';
import { walletsOptions } from '@/wallet/wallet-queries';

import shared from '../topup.module.css';
import { virtualAccountsOptions } from '../topup-queries';
import { BankList } from './bank-list';
import { virtualAccountTexts } from './virtual-account-texts';
import classes from './virtual-account.module.css';
import { HowItWorks, WalletCard } from './wallet-card';

const route = getRouteApi('/_app/deposit_/top-up_/virtual-account');

const TutorialDialog = lazyDialog(async () => (await import('../tutorial/tutorial-dialog')).TutorialDialog);

const walletKeys = [walletsOptions().queryKey];

/** The virtual accounts of one wallet at all banks. The URL holds the wallet. */
export function VirtualAccountPage() {
  const texts = useTexts(virtualAccountTexts);
  const { title } = useTexts(subPageTexts)['virtual-account'];
  const narrow = useIsNarrow();
  const [reading, setReading] = useState<boolean>();
  const { wallet: walletInUrl } = route.useSearch();
  const navigate = useNavigate();
  const wallets = useQuery({ ...walletsOptions(), staleTime: 0, meta: { inPlace: true } });
  useLiveQueries(['deposits', 'orders'], walletKeys);
  const { data: accounts } = useQuery(virtualAccountsOptions(useCurrentUser()?.Client.id));
  const wallet = wallets.data?.find(({ id, active }) => id === walletInUrl && active);
  const button = (
    <Button
      variant="default"
      size={narrow ? 'lg' : 'md'}
      fullWidth={narrow}
      leftSection={<IconHelpCircle aria-hidden />}
      onClick={() => setReading(true)}
    >
      {texts.tutorial}
    </Button>
  );
  return (
    <div className={shared['page']}>
      <Page title={title} actions={narrow ? undefined : button}>
        <div className={shared['columns']}>
          <div className={`${shared['side']} ${classes['side']}`}>
            <WalletCard
              load={wallets}
              wallet={wallet}
              onChoose={(id) => void navigate({ to: '.', search: { wallet: id }, replace: true, resetScroll: false })}
            />
            {narrow ? null : <HowItWorks />}
          </div>
          <BankList wallet={wallet} waiting={walletInUrl !== undefined && wallets.isPending} />
          {narrow ? <HowItWorks /> : null}
        </div>
        {narrow ? <div className={classes['foot']}>{button}</div> : null}
        {reading === undefined ? null : (
          <TutorialDialog
            accounts={accounts}
            walletId={wallet?.id}
            opened={reading}
            onClose={() => setReading(false)}
          />
        )}
      </Page>
    </div>
  );
}
