import { Skeleton } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { useTexts } from '@shared/i18n/texts';
import { useErrorNotice } from '@shared/notify/use-error-notice';
import { LoadFailed } from '@shared/table/load-failed';
import { useFailure } from '@shared/table/use-failure';
import { CardHead } from '@shared/ui/card';

import { shopOperatorsOptions } from '../connect-queries';
import { configsTexts } from './configs-texts';
import classes from './configs.module.css';
import { toggled } from './list-rules';

interface PopularProps {
  popular: readonly string[];
  onEdit: (popular: readonly string[]) => void;
}

/** The operators of the shop; a star makes one popular. */
export function Popular({ popular, onEdit }: PopularProps) {
  const texts = useTexts(configsTexts).popular;
  return (
    <section className={classes['card']} aria-label={texts.title}>
      <CardHead title={texts.title} hint={texts.count(popular.length)} />
      <div className={classes['chips']}>
        <Operators popular={popular} onEdit={onEdit} />
      </div>
    </section>
  );
}

function Operators({ popular, onEdit }: PopularProps) {
  const texts = useTexts(configsTexts).popular;
  const notice = useErrorNotice();
  const load = useQuery(shopOperatorsOptions());
  const failure = useFailure(load);
  const { data: operators, isFetching, refetch } = load;
  if (!operators) {
    if (failure === null) return <Skeleton height="4rem" />;
    return <LoadFailed title={texts.failed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  if (operators.length === 0) return <p className={classes['none']}>{texts.none}</p>;
  // The popular ones first, in their order.
  const first = popular.flatMap((code) => operators.filter((operator) => operator.code === code));
  const rest = operators.filter(({ code }) => !popular.includes(code));
  return [...first, ...rest].map(({ code, name }) => {
    const chosen = popular.includes(code);
    const Star = chosen ? IconStarFilled : IconStar;
    return (
      <button
        key={code}
        type="button"
        className={classes['chip']}
        aria-pressed={chosen}
        onClick={() => {
          const next = toggled(popular, code);
          notice.end();
          if (next === null) notice.show({ title: texts.most });
          else onEdit(next);
        }}
      >
        <Star className={classes['star']} aria-hidden />
        {name}
      </button>
    );
  });
}
