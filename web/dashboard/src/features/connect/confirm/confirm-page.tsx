import { Button } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { createLink, Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { serverText } from '@shared/errors/refusal-text';
import { useTexts } from '@shared/i18n/texts';
import { useErrorNotice } from '@shared/notify/use-error-notice';
import { DialogFrame } from '@shared/overlay/dialog-frame';
import { DialogBody } from '@shared/overlay/dialog-parts';
import { MessageDialog } from '@shared/overlay/message-dialog';
import { QuestionDialog } from '@shared/overlay/question-dialog';
import { reportError } from '@shared/reporting/report-error';
import { Card } from '@shared/ui/card';
import { permission } from '@/session/permissions';

import { draftOf } from '../configs/shop-draft';
import { publishShopOptions, type ShopConfig } from '../connect-queries';
import { DeliveryNote } from '../delivery/delivery-note';
import { paymentLinkOf } from '../link-rules';
import { PhonePreview } from '../preview/shop-preview';
import { pathOf, type Step } from '../wizard/steps';
import { WizardFrame, WizardStep } from '../wizard/wizard-frame';
import { confirmTexts } from './confirm-texts';
import classes from './confirm.module.css';

const ButtonLink = createLink(Button<'a'>);

/** The last step: what is set up, and the publication. */
export function ConfirmPage() {
  return (
    <WizardStep step="publish-confirm" permission={permission.shopManage}>
      {(config) => <Confirm config={config} />}
    </WizardStep>
  );
}

function Confirm({ config }: { config: ShopConfig | null }) {
  const texts = useTexts(confirmTexts);
  const navigate = useNavigate();
  const [questionOpened, setQuestionOpened] = useState(false);
  const [looking, setLooking] = useState(false);
  const publish = useMutation(publishShopOptions());
  const notice = useErrorNotice();
  if (config === null) return <Navigate to={pathOf('configs')} replace />;
  // The dialog says first that this page published it. After a failure it may be published as well: the answer was lost.
  if (config.isPublished && (publish.isIdle || publish.isError)) return <Navigate to="/connect" replace />;

  function send(id: string) {
    notice.end();
    publish.mutate(
      { id, isPublished: true },
      {
        onError: (error) => {
          reportError(error);
          // What is missing must be known to be mended.
          const reason = serverText(error);
          notice.show({ title: texts.failed, ...(reason && { text: reason }) });
        },
        onSettled: () => setQuestionOpened(false),
      },
    );
  }

  const paid = paymentLinkOf(config) !== '';
  return (
    <WizardFrame
      step="publish-confirm"
      config={config}
      actions={
        <>
          <Button variant="default" onClick={() => setLooking(true)}>
            {texts.preview}
          </Button>
          <Button onClick={() => setQuestionOpened(true)}>{texts.publish}</Button>
        </>
      }
    >
      <div className={classes['page']}>
        <Card title={texts.heading} hint={texts.text}>
          <ul className={classes['rows']}>
            <Row step="configs" name={texts.theme} description={texts.themeDone} done />
            <Row step="sku" name={texts.sku} description={texts.skuDone} done />
            <Row
              step="payment-integration"
              name={texts.payment}
              description={paid ? texts.paymentDone : texts.paymentMissing}
              done={paid}
            />
          </ul>
          <DeliveryNote delivery={config.delivery} />
        </Card>
      </div>
      <DialogFrame opened={looking} onClose={() => setLooking(false)} title={texts.preview} size="guide">
        <DialogBody>
          <PhonePreview draft={draftOf(config)} />
        </DialogBody>
      </DialogFrame>
      <QuestionDialog
        opened={questionOpened}
        onClose={() => setQuestionOpened(false)}
        title={texts.ask}
        action={texts.yes}
        back={texts.no}
        sendingLabel={texts.publishing}
        sending={publish.isPending}
        onConfirm={() => send(config.id)}
      >
        {texts.askText}
        <DeliveryNote delivery={config.delivery} plain />
      </QuestionDialog>
      <MessageDialog
        opened={publish.isSuccess}
        onClose={() => void navigate({ to: '/connect' })}
        title={texts.success}
        text={texts.successText}
        ok={texts.home}
      />
    </WizardFrame>
  );
}

function Row({ step, name, description, done }: { step: Step; name: string; description: string; done: boolean }) {
  const texts = useTexts(confirmTexts);
  const Icon = done ? IconCircleCheck : IconAlertCircle;
  return (
    <li className={classes['row']}>
      <Icon
        className={classes['icon']}
        data-done={done || undefined}
        aria-label={done ? texts.done : texts.missing}
        role="img"
      />
      <div className={classes['words']}>
        <p className={classes['name']}>{name}</p>
        <p className={classes['hint']}>{description}</p>
      </div>
      <ButtonLink component="a" variant="default" to={pathOf(step)} aria-label={`${texts.edit}: ${name}`}>
        {texts.edit}
      </ButtonLink>
    </li>
  );
}
