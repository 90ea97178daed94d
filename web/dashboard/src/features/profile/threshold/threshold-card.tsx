import { useQuery } from '@tanstack/react-query';

import { ApiProblem } from '@/shared/api/problem';
import { noticeFor } from '@/shared/errors/catalogue';
import { useTexts } from '@/shared/i18n/texts';
import { FailedNotice } from '@/shared/table/list-notice';
import { Card } from '@/shared/ui/card';

import { walletSettingsOptions } from './threshold-queries';
import { ThresholdRow } from './threshold-row';
import { thresholdTexts } from './threshold-texts';
import classes from './threshold.module.css';

/** One threshold for each wallet. */
export function ThresholdCard() {
  const texts = useTexts(thresholdTexts);
  return (
    <Card title={texts.title}>
      <p className={classes['hint']}>{texts.hint}</p>
      <Thresholds />
    </Card>
  );
}

function Thresholds() {
  const texts = useTexts(thresholdTexts);
  const { data: wallets, error, isFetching, refetch } = useQuery(walletSettingsOptions());
  if (wallets?.length === 0) return <p>{texts.empty}</p>;
  if (wallets) {
    return (
      <ul className={classes['list']}>
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <ThresholdRow wallet={wallet} />
          </li>
        ))}
      </ul>
    );
  }
  if (!error) return <div className={classes['skeleton']} aria-hidden />;
  const { title, text } = noticeFor(error);
  return (
    <FailedNotice
      title={texts.loadFailed}
      text={text ?? title}
      requestId={error instanceof ApiProblem ? error.requestId : ''}
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
