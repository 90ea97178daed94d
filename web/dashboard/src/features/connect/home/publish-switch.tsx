import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';

import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { serverText } from '@shared/errors/refusal-text';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { useErrorNotice } from '@shared/notify/use-error-notice';
import { MessageDialog } from '@shared/overlay/message-dialog';
import { QuestionDialog } from '@shared/overlay/question-dialog';

import { publishShopOptions, type ShopConfig } from '../connect-queries';
import { DeliveryNote } from '../delivery/delivery-note';
import { isLink, paymentLinkOf } from '../link-rules';
import classes from './home.module.css';
import { homeTexts } from './home-texts';

/** Publishes the shop or takes it back, after a question. Publishing needs a valid payment link. */
export function PublishSwitch({ config }: { config: ShopConfig }) {
  const { header, publish: texts } = useTexts(homeTexts);
  const [questionOpened, setQuestionOpened] = useState(false);
  const [refused, setRefused] = useState(false);
  const publish = useMutation(publishShopOptions());
  const notice = useErrorNotice();
  const next = !config.isPublished;

  function send() {
    notice.end();
    publish.mutate(
      { id: config.id, isPublished: next },
      {
        onSuccess: () => notifySuccess(next ? texts.published : texts.unpublished),
        onError: (error) => {
          const reason = serverText(error);
          notice.show({ title: reason === undefined ? texts.failedUnknown : texts.failed(reason) });
        },
        onSettled: () => setQuestionOpened(false),
      },
    );
  }

  return (
    <div className={classes['switch']}>
      <Switch
        checked={config.isPublished}
        aria-label={header.switch}
        onChange={() => {
          if (next && !isLink(paymentLinkOf(config))) setRefused(true);
          else setQuestionOpened(true);
        }}
      />
      <span>{config.isPublished ? header.published : header.notPublished}</span>
      <QuestionDialog
        opened={questionOpened}
        onClose={() => setQuestionOpened(false)}
        title={next ? texts.confirmPublish : texts.confirmUnpublish}
        action={texts.yes}
        sendingLabel={texts.sending}
        sending={publish.isPending}
        onConfirm={send}
      >
        {next ? texts.askPublish : texts.askUnpublish}
        {next ? <DeliveryNote delivery={config.delivery} plain /> : null}
      </QuestionDialog>
      <MessageDialog
        opened={refused}
        onClose={() => setRefused(false)}
        title={texts.invalidTitle}
        text={texts.invalidText}
        ok={texts.ok}
      />
    </div>
  );
}
