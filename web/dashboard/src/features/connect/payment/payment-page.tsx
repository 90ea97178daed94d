import { TextInput } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { isRoot, useCurrentUser } from '@/session/current-user';
import { ApiProblem } from '@shared/api/problem';
import { noticeFor } from '@shared/errors/catalogue';
import { useUnsavedChanges } from '@shared/form/unsaved';
import { useTexts } from '@shared/i18n/texts';
import { notifyError } from '@shared/notify/notify';
import { MessageDialog } from '@shared/overlay/message-dialog';
import { Card } from '@shared/ui/card';
import { StateTile } from '@shared/ui/state-tile';
import { Tag } from '@shared/ui/tag';

import { ConflictDialog } from '../configs/conflict-dialog';
import { partsThatDiffer } from '../configs/draft';
import { isConflict } from '../configs/use-autosave';
import { connectKeys, saveShop, type ShopConfig, shopConfigOptions, type ShopInput } from '../connect-queries';
import { isLink, paymentLinkOf } from '../link-rules';
import { shopOrigin } from '../shop-link';
import { MainButton, useGoOn, WizardFrame, WizardStep } from '../wizard/wizard-frame';
import { PaymentKey } from './payment-key';
import { paymentTexts } from './payment-texts';
import classes from './payment.module.css';

/** The step with the links to the client's payment page and to where shoppers go without a shop. */
export function PaymentPage() {
  return <WizardStep step="payment-integration">{(config) => <Payment config={config} />}</WizardStep>;
}

function Payment({ config }: { config: ShopConfig | null }) {
  const texts = useTexts(paymentTexts);
  const goOn = useGoOn('payment-integration');
  const user = useCurrentUser();
  const [edited, setEdited] = useState<{ link?: string; fallback?: string }>({});
  const [refused, setRefused] = useState(false);
  const link = edited.link ?? paymentLinkOf(config);
  const fallback = edited.fallback ?? config?.fallbackUrl ?? '';
  const published = config?.isPublished === true;
  const { save, saving, theirs, drop } = useSave(config, () => goOn(published));
  const dirty = edited.link !== undefined || edited.fallback !== undefined;
  const changed = link !== paymentLinkOf(config) || fallback !== (config?.fallbackUrl ?? '');
  useUnsavedChanges(changed, saving);
  const badFallback = fallback !== '' && !isLink(fallback);
  const error = texts.error(shopOrigin());

  function next() {
    if (!isLink(link)) {
      setEdited({ link, fallback });
      setRefused(true);
    } else if (badFallback) setEdited({ link, fallback });
    else save({ deeplinkUrl: link, fallbackUrl: fallback });
  }

  return (
    <WizardFrame
      step="payment-integration"
      config={config}
      actions={<MainButton published={published} saving={saving} onPress={next} />}
    >
      <div className={classes['page']}>
        <Card title={texts.heading} hint={texts.text}>
          <div className={classes['fields']}>
            <TextInput
              label={texts.link}
              description={texts.linkHint}
              placeholder="https://"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              value={link}
              error={dirty && !isLink(link) ? error : undefined}
              onChange={({ currentTarget }) => setEdited({ ...edited, link: currentTarget.value.trim() })}
            />
            <TextInput
              label={texts.fallback}
              description={texts.fallbackHint}
              placeholder="https://"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              value={fallback}
              error={dirty && badFallback ? error : undefined}
              onChange={({ currentTarget }) => setEdited({ ...edited, fallback: currentTarget.value.trim() })}
            />
          </div>
        </Card>
        {config && isRoot(user) && <PaymentKey />}
        <section className={classes['online']} aria-label={texts.online}>
          <StateTile icon={IconCreditCard} />
          <div>
            <h2 className={classes['name']}>
              {texts.online} <Tag>{texts.comingSoon}</Tag>
            </h2>
            <p className={classes['hint']}>{texts.onlineText}</p>
          </div>
        </section>
      </div>
      <MessageDialog
        opened={refused}
        onClose={() => setRefused(false)}
        title={texts.invalidTitle}
        text={texts.invalidText}
        ok={texts.ok}
      />
      <ConflictDialog
        parts={theirs === undefined ? undefined : partsThatDiffer(config, theirs)}
        onResolve={(whose) => {
          if (whose === 'theirs') setEdited({});
          drop(whose === 'mine' ? { deeplinkUrl: link, fallbackUrl: fallback } : undefined);
        }}
      />
    </WizardFrame>
  );
}

/** Saves the links, and asks when the set-up was changed meanwhile. */
function useSave(config: ShopConfig | null, onSaved: () => unknown) {
  const texts = useTexts(paymentTexts);
  const client = useQueryClient();
  const [theirs, setTheirs] = useState<ShopConfig | null>();
  const mutation = useMutation({
    mutationKey: ['connect', 'payment'],
    mutationFn: ({ seen, input }: { seen: ShopConfig | null; input: ShopInput }) => saveShop(seen, input),
    meta: { inPlace: true, keepSession: true },
  });

  function send(seen: ShopConfig | null, input: ShopInput) {
    mutation.mutate(
      { seen, input },
      {
        onSuccess: (stored) => {
          client.setQueryData(connectKeys.config, stored);
          return onSaved();
        },
        onError: (error) => void refuse(error),
      },
    );
  }

  async function refuse(error: Error) {
    if (isConflict(error)) {
      try {
        setTheirs(await client.fetchQuery({ ...shopConfigOptions(), staleTime: 0 }));
        return;
      } catch {
        // Nothing was read: the refusal itself is shown.
      }
    }
    const said = error instanceof ApiProblem ? error.fields[0]?.message : undefined;
    notifyError({ title: texts.failed, text: said ?? noticeFor(error).text ?? noticeFor(error).title });
  }

  return {
    save: (input: ShopInput) => send(config, input),
    saving: mutation.isPending,
    theirs,
    /** Ends the question; an input is saved over the other version. */
    drop: (input: ShopInput | undefined) => {
      const over = theirs;
      setTheirs(undefined);
      if (input && over !== undefined) send(over, input);
    },
  };
}
