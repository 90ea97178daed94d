import { Skeleton } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { useTexts } from '@shared/i18n/texts';
import { useErrorNotice } from '@shared/notify/use-error-notice';
import { Note } from '@shared/ui/note';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { CardHead } from '@shared/ui/card';

import { type ShopOperator, shopOperatorsOptions } from '../connect-queries';
import { customWebTexts } from './custom-web-texts';
import classes from './custom-web.module.css';
import { toggled } from './list-rules';

interface PopularProps {
  popular: readonly string[];
  /** The popular ones as they were stored, with their names: the shop may not offer them any more. */
  stored: readonly ShopOperator[];
  /** Why the server refused them. */
  refused?: string | undefined;
  onEdit: (popular: readonly string[]) => void;
}

/** The operators of the shop; a star makes one popular. */
export function Popular({ refused, ...props }: PopularProps) {
  const texts = useTexts(customWebTexts).popular;
  const { data: operators } = useQuery(shopOperatorsOptions());
  const counted = props.popular.filter((code) => operators === undefined || operators.some((one) => one.code === code));
  return (
    <section className={classes['card']} aria-label={texts.title}>
      <CardHead title={texts.title} hint={texts.count(counted.length)} />
      <div className={classes['chips']}>
        <Operators {...props} />
      </div>
      {refused === undefined ? null : (
        <div className={classes['refusal']}>
          <Note tone="warning" live>
            {refused}
          </Note>
        </div>
      )}
    </section>
  );
}

function Operators({ popular, stored, onEdit }: Omit<PopularProps, 'refused'>) {
  const texts = useTexts(customWebTexts).popular;
  const notice = useErrorNotice();
  const load = useQuery(shopOperatorsOptions());
  const failure = useFailure(load);
  const { data: operators, isFetching, refetch } = load;
  if (!operators) {
    if (failure === null) return <Skeleton height="4rem" />;
    return <LoadFailed title={texts.failed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  const offered = new Set(operators.map(({ code }) => code));
  // The popular ones first, in their order, then the others by name, and last those that the shop does not offer.
  const first = popular.flatMap((code) => operators.filter((operator) => operator.code === code));
  const rest = operators
    .filter(({ code }) => !popular.includes(code))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'id'));
  const gone = popular
    .filter((code) => !offered.has(code))
    .map((code) => ({ code, name: texts.gone(stored.find((one) => one.code === code)?.name ?? code) }));
  if (operators.length + gone.length === 0) return <p className={classes['none']}>{texts.none}</p>;
  return [...first, ...rest, ...gone].map(({ code, name }) => {
    const isPopular = popular.includes(code);
    const Star = isPopular ? IconStarFilled : IconStar;
    return (
      <button
        key={code}
        type="button"
        className={classes['chip']}
        aria-pressed={isPopular}
        data-gone={!offered.has(code) || undefined}
        onClick={() => {
          const next = toggled(popular, code, offered);
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
