import { Button, VisuallyHidden } from '@mantine/core';
import { IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { Amount } from '@shared/format/amount';
import { GroupedNumber } from '@shared/format/grouped-number';
import { useTexts } from '@shared/i18n/texts';
import { CopyButton } from '@shared/ui/copy-button';
import { ListNotice } from '@shared/state/list-notice';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Fact, Facts } from '@shared/ui/facts';
import { AccordionStaticRow, AccordionItem, Accordion } from '@shared/ui/accordion';
import { useCurrentUser } from '@/session/current-user';
import { BankLogo } from '@/wallet/bank-logo';
import type { Wallet } from '@/wallet/wallet-queries';

import { Received } from '../received';
import { type Bank, virtualAccountsOptions } from '../topup-queries';
import { type Provider, providersOf } from '../topup-rules';
import { virtualAccountTexts } from './virtual-account-texts';
import classes from './virtual-account.module.css';

interface BankListProps {
  wallet: Wallet | undefined;
  /** A wallet was chosen, and is not known yet. */
  waiting: boolean;
}

/** The banks, each with the virtual account of the wallet. One of them is open at a time. */
export function BankList({ wallet, waiting }: BankListProps) {
  const texts = useTexts(virtualAccountTexts);
  const heading = useId();
  const load = useQuery(virtualAccountsOptions(useCurrentUser()?.Client.id));
  const failure = useFailure(load);
  const [openBank, setOpenBank] = useState<string>();
  if (failure !== null) {
    const retry = () => void load.refetch();
    return (
      <Accordion>
        <LoadFailed title={texts.failed} error={failure} retrying={load.isFetching} onRetry={retry} />
      </Accordion>
    );
  }
  if (!wallet && !waiting) {
    return (
      <Accordion>
        <ListNotice icon={IconWallet} title={texts.noWallet} />
      </Accordion>
    );
  }
  if (!load.data || !wallet) return <div className={classes['skeleton']} aria-hidden />;
  return (
    <section aria-labelledby={heading}>
      <VisuallyHidden>
        <h2 id={heading}>{texts.banks}</h2>
      </VisuallyHidden>
      <Accordion>
        {providersOf(load.data, wallet.id).map((provider) => (
          <BankRow
            key={provider.bank.id}
            provider={provider}
            points={wallet.additionalInfo.withheldTaxPoints}
            opened={openBank === provider.bank.id}
            onToggle={() => setOpenBank(openBank === provider.bank.id ? undefined : provider.bank.id)}
          />
        ))}
      </Accordion>
    </section>
  );
}

interface BankRowProps {
  provider: Provider;
  /** What is withheld from a top-up of the wallet, in hundredths of a per cent. */
  points: number;
  opened: boolean;
  onToggle: () => void;
}

function BankRow({ provider, points, opened, onToggle }: BankRowProps) {
  const texts = useTexts(virtualAccountTexts);
  const { bank, problem, accountNo } = provider;
  if (problem) {
    return (
      <AccordionStaticRow head={<BankName bank={bank} />}>
        <span className={classes['paused']}>{texts.paused}</span>
        <Button variant="default" size="sm" disabled>
          {texts.problem}
        </Button>
      </AccordionStaticRow>
    );
  }
  const missing = accountNo === undefined;
  return (
    <AccordionItem
      head={<BankName bank={bank} />}
      note={missing ? texts.noData : undefined}
      opened={opened}
      onToggle={onToggle}
    >
      {missing ? (
        <p className={classes['detail']}>{texts.noDataText}</p>
      ) : (
        <AccountNumber provider={provider} accountNo={accountNo} points={points} />
      )}
    </AccordionItem>
  );
}

function BankName({ bank }: { bank: Bank }) {
  return (
    <span className={classes['bank']}>
      <BankLogo logo={bank.logo} />
      {bank.name}
    </span>
  );
}

interface AccountNumberProps {
  provider: Provider;
  accountNo: string;
  points: number;
}

/** The payment of which the page says what is left. */
const examplePayment = 1_000_000;

function AccountNumber({ provider, accountNo, points }: AccountNumberProps) {
  const texts = useTexts(virtualAccountTexts);
  const { bank, minimum, fee } = provider;
  const example = Math.max(examplePayment, minimum);
  return (
    <div className={classes['detail']}>
      <div className={classes['number']}>
        <div>
          <p className={classes['caption']}>{texts.number}</p>
          <div className={classes['digits']}>
            <GroupedNumber value={accountNo} whole />
          </div>
        </div>
        <CopyButton value={accountNo} label={texts.copyNumber(bank.name)} done={texts.copied} />
      </div>
      <p className={classes['minimum']}>
        <span>{texts.minimum}</span>
        <Amount value={minimum} prefix="Rp" />
      </p>
      <Facts>
        <Fact name={texts.example}>
          <Amount value={example} prefix="Rp" />
        </Fact>
        <Received amount={example} fee={fee} points={points} />
      </Facts>
      {bank.note ? <p className={classes['caption']}>{bank.note}</p> : null}
    </div>
  );
}
