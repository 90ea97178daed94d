import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';

import { Switch } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { serverText } from '@shared/errors/refusal-text';
import { useTexts } from '@shared/i18n/texts';
import { notifyError } from '@shared/notify/notify';

import { productDrawerTexts } from './product-drawer-texts';
import { priceWatchesOptions, watchPriceOptions } from './product-queries';
import classes from './product-drawer.module.css';

/** Reports whether the price of a product is watched; undefined until it is known. */
function useIsWatched(code: string): boolean | undefined {
  const { data } = useQuery(priceWatchesOptions());
  return data?.codes.includes(code);
}

/** A bell beside the name of a watched product. */
export function WatchedMark({ code }: { code: string }) {
  const texts = useTexts(productDrawerTexts).watch;
  if (!useIsWatched(code)) return null;
  return <IconBell size={16} role="img" aria-label={texts.mark} className={classes['bell']} />;
}

/** Switches the mail before the price changes on and off. */
export function PriceWatch({ code }: { code: string }) {
  const texts = useTexts(productDrawerTexts).watch;
  const client = useQueryClient();
  const isWatched = useIsWatched(code);
  const { queryKey } = priceWatchesOptions();
  // Part of the mutation, not of its call: the drawer may be closed before the answer.
  const watch = useMutation({
    ...watchPriceOptions(code),
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: (watched) => client.setQueryData(queryKey, watched),
    onError: (error) => notifyError({ title: texts.failed, text: serverText(error) }),
  });
  return (
    <Switch
      label={texts.label}
      description={texts.help}
      checked={watch.isPending ? watch.variables : (isWatched ?? false)}
      disabled={isWatched === undefined}
      onChange={(event) => watch.mutate(event.currentTarget.checked)}
    />
  );
}
