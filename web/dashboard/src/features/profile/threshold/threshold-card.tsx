import { useQuery } from '@tanstack/react-query';

import { useTexts } from '@shared/i18n/texts';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Card } from '@shared/ui/card';

import { ButtonSkeleton, FieldSkeleton } from '../form-skeleton';
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
  const load = useQuery(walletSettingsOptions());
  const failure = useFailure(load);
  const { data: wallets, isFetching, refetch } = load;
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
  if (failure === null) return <ThresholdsSkeleton />;
  return <LoadFailed title={texts.loadFailed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />;
}

function ThresholdsSkeleton() {
  return (
    <ul className={classes['list']} aria-hidden>
      {['one', 'two', 'three', 'four'].map((wallet) => (
        <li key={wallet}>
          <div className={classes['row']}>
            <div className={classes['what']}>
              <span className={classes['blocks']} />
            </div>
            <FieldSkeleton label={false} />
            <ButtonSkeleton />
          </div>
        </li>
      ))}
    </ul>
  );
}
