import { TextInput } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useState } from 'react';

import { isRoot, useCurrentUser } from '@/session/current-user';
import { permission } from '@/session/permissions';
import { useUnsavedChanges } from '@shared/form/unsaved';
import { useTexts } from '@shared/i18n/texts';
import { MessageDialog } from '@shared/overlay/message-dialog';
import { Card } from '@shared/ui/card';
import { StateTile } from '@shared/state/state-tile';
import { Tag } from '@shared/ui/tag';

import { ConflictDialog } from '../configs/conflict-dialog';
import { partsThatDiffer } from '../configs/shop-draft';
import type { ShopConfig } from '../connect-queries';
import { isLink, paymentLinkOf } from '../link-rules';
import { shopOrigin } from '../shop-link';
import { MainButton, useOpenNextStep, WizardFrame, WizardStep } from '../wizard/wizard-frame';
import { PasswordDialog } from './password-dialog';
import { PaymentKey } from './payment-key';
import { paymentTexts } from './payment-texts';
import classes from './payment.module.css';
import { useSave } from './use-save';

/** The step with the links to the client's payment page and to where shoppers go without a shop. */
export function PaymentPage() {
  return (
    <WizardStep step="payment-integration" permission={permission.shopManage}>
      {(config) => <Payment config={config} />}
    </WizardStep>
  );
}

function Payment({ config }: { config: ShopConfig | null }) {
  const texts = useTexts(paymentTexts);
  const openNextStep = useOpenNextStep('payment-integration');
  const user = useCurrentUser();
  const [edited, setEdited] = useState<{ link?: string; fallback?: string }>({});
  const [refused, setRefused] = useState(false);
  const link = edited.link ?? paymentLinkOf(config);
  const fallback = edited.fallback ?? config?.fallbackUrl ?? '';
  const published = config?.isPublished === true;
  const { save, saving, reasonOf, conflict, drop, password } = useSave(config, () => openNextStep(published));
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
              error={dirty && !isLink(link) ? error : reasonOf('deeplinkUrl', link)}
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
              error={dirty && badFallback ? error : reasonOf('fallbackUrl', fallback)}
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
      <PasswordDialog
        opened={password.asked}
        onClose={password.cancel}
        link={link}
        wrong={password.wrong}
        sending={saving}
        onConfirm={password.confirm}
      />
      <ConflictDialog
        parts={conflict && partsThatDiffer(conflict.base, conflict.theirs)}
        onResolve={(whose) => {
          if (whose === 'theirs') setEdited({});
          drop(whose === 'mine' ? { deeplinkUrl: link, fallbackUrl: fallback } : undefined);
        }}
      />
    </WizardFrame>
  );
}
