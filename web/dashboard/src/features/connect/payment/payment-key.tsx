import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import { noticeFor } from '@shared/errors/catalogue';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { useErrorNotice } from '@shared/notify/use-error-notice';
import { QuestionDialog } from '@shared/overlay/question-dialog';
import { CopyButton } from '@shared/ui/copy-button';
import { Card } from '@shared/ui/card';
import { ProgressButton } from '@shared/ui/progress-button';

import { paymentTexts } from './payment-texts';
import classes from './payment.module.css';

/** The key that signs the links to the payment page, for root users. It is read when somebody wants to see it. */
export function PaymentKey() {
  const { key: texts } = useTexts(paymentTexts);
  const [questionOpened, setQuestionOpened] = useState(false);
  const meta = { inPlace: true, keepSession: true };
  const notice = useErrorNotice();
  const fail = (error: Error) => notice.show({ title: texts.failed, text: noticeFor(error).title });
  const show = useMutation({
    mutationFn: () => unwrap(api.connect.GET('/v1/webapp/payment-key')),
    onMutate: notice.end,
    onError: fail,
    meta,
  });
  const change = useMutation({
    mutationFn: () => unwrap(api.connect.POST('/v1/webapp/payment-key')),
    onMutate: notice.end,
    onSuccess: () => {
      setQuestionOpened(false);
      notifySuccess(texts.changed);
    },
    onError: fail,
    meta,
  });
  const key = change.data?.key ?? show.data?.key;
  return (
    <Card title={texts.title} hint={texts.text}>
      <div className={classes['key']}>
        {key === undefined ? (
          <ProgressButton
            variant="default"
            sending={show.isPending}
            sendingLabel={texts.show}
            onPress={() => show.mutate()}
          >
            {texts.show}
          </ProgressButton>
        ) : (
          <>
            <TextInput
              className={classes['keyField']}
              label={texts.title}
              value={key}
              readOnly
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton value={key} label={texts.title} done={texts.copied} />
            <Button variant="default" onClick={() => setQuestionOpened(true)}>
              {texts.change}
            </Button>
          </>
        )}
      </div>
      <QuestionDialog
        opened={questionOpened}
        onClose={() => setQuestionOpened(false)}
        title={texts.question}
        action={texts.change}
        sendingLabel={texts.change}
        sending={change.isPending}
        onConfirm={() => change.mutate()}
        danger
      >
        {texts.questionText}
      </QuestionDialog>
    </Card>
  );
}
