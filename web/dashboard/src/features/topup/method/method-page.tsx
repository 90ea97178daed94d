import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';

import { Page } from '@shared/app/page';
import { useTexts } from '@shared/i18n/texts';
import { subPageTexts } from '@/navigation/sub-pages';
import { OngoingTopups, useOngoingTopups } from '@/wallet/ongoing-topups';

import { codesOf, transfersAreOpen } from '../topup-rules';
import { useTopupSettings } from '../use-topup-settings';
import shared from '../topup.module.css';
import { TransferCard, VirtualAccountCard } from './method-card';
import { methodTexts } from './method-texts';
import classes from './method.module.css';
import { OngoingQuestion } from './ongoing-question';

/** Banks whose transfers are recognised day and night (docs/product/deposits.md#top-up). */
const allDayBanks = ['mandiri', 'bca'] as const;

/** The choice between the two ways to top up, and the transfers that are under way. */
export function MethodPage() {
  const texts = useTexts(methodTexts);
  const { title } = useTexts(subPageTexts)['top-up'];
  const heading = useId();
  return (
    <div className={shared['page']}>
      <Page title={title}>
        <Methods />
        <section className={classes['ongoing']} aria-labelledby={heading}>
          <h2 id={heading} className={classes['heading']}>
            {texts.ongoing}
          </h2>
          <OngoingTopups />
        </section>
      </Page>
    </div>
  );
}

function Methods() {
  const texts = useTexts(methodTexts);
  const navigate = useNavigate();
  const settings = useTopupSettings();
  const ongoing = useOngoingTopups();
  const [questionOpened, setQuestionOpened] = useState(false);
  const isLoaded = settings.data !== undefined && ongoing.data !== undefined && !settings.isError && !ongoing.isError;
  const enabled = new Set(codesOf(settings.data?.unique_amount_bank ?? ''));
  const [open] = ongoing.data ?? [];
  return (
    <>
      <ul className={classes['methods']} aria-label={texts.methods}>
        <li>
          <VirtualAccountCard />
        </li>
        <li>
          <TransferCard
            disabled={!isLoaded || !transfersAreOpen(settings.data)}
            unavailable={settings.data !== undefined && !transfersAreOpen(settings.data)}
            banks={allDayBanks.filter((bank) => enabled.has(bank))}
            onPress={() => {
              if (open) setQuestionOpened(true);
              else void navigate({ to: '/deposit/top-up/bank-transfer' });
            }}
          />
        </li>
      </ul>
      <OngoingQuestion opened={questionOpened} orderId={open?.id} onClose={() => setQuestionOpened(false)} />
    </>
  );
}
