import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { formatRupiah } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { MessageDialog } from '@shared/overlay/message-dialog';
import { QuestionDialog } from '@shared/overlay/question-dialog';
import type { TopupOrder } from '@/wallet/topup-order-queries';

import { cancelTopupOptions } from '../topup-queries';
import { topupTexts } from '../topup-texts';
import { confirmTransfer } from './confirmed-until';
import { transferDetailTexts } from './transfer-detail-texts';
import classes from './detail.module.css';

interface OrderActionsProps {
  order: TopupOrder;
  /** The user said that the transfer is done, and it counts as processing. */
  confirmed: boolean;
}

/** What can be done: confirm or cancel a pending order, or start another one after its end. */
export function OrderActions({ order, confirmed }: OrderActionsProps) {
  const texts = useTexts(transferDetailTexts);
  const commonTexts = useTexts(topupTexts);
  const navigate = useNavigate();
  // Kept here, since the order may have ended when its cancellation is refused.
  const [cancelFailed, setCancelFailed] = useState(false);
  return (
    <div className={classes['actions']}>
      {order.status === 'pending' ? (
        <>
          {confirmed ? null : <ConfirmTransfer order={order} />}
          {order.cancellable ? (
            <CancelOrder order={order} onFailed={() => setCancelFailed(true)} />
          ) : (
            <p className={classes['live']}>{texts.notYours}</p>
          )}
          <p className={classes['live']}>{texts.live}</p>
        </>
      ) : (
        <Button
          size="lg"
          fullWidth
          onClick={() => void navigate({ to: '/deposit/top-up/bank-transfer', replace: true })}
        >
          {texts.create}
        </Button>
      )}
      <MessageDialog
        opened={cancelFailed}
        onClose={() => setCancelFailed(false)}
        title={commonTexts.error}
        text={texts.cancelFailed}
        ok={commonTexts.ok}
      />
    </div>
  );
}

function ConfirmTransfer({ order }: { order: TopupOrder }) {
  const texts = useTexts(transferDetailTexts);
  const commonTexts = useTexts(topupTexts);
  const [questionOpened, setQuestionOpened] = useState(false);
  const [failed, setFailed] = useState(false);

  function confirm() {
    setQuestionOpened(false);
    if (confirmTransfer(order.id)) window.location.reload();
    else setFailed(true);
  }

  return (
    <>
      <Button size="lg" fullWidth onClick={() => setQuestionOpened(true)}>
        {texts.transferred}
      </Button>
      <QuestionDialog
        opened={questionOpened}
        onClose={() => setQuestionOpened(false)}
        title={texts.confirm.title}
        action={texts.confirm.action}
        back={commonTexts.back}
        sending={false}
        sendingLabel={texts.confirm.sending}
        onConfirm={confirm}
      >
        {texts.confirm.text(formatRupiah(order.amount, 'Rp'), order.bank.name, order.acc_no)}
      </QuestionDialog>
      <MessageDialog
        opened={failed}
        onClose={() => setFailed(false)}
        title={commonTexts.error}
        text={texts.confirmFailed}
        ok={commonTexts.ok}
      />
    </>
  );
}

function CancelOrder({ order, onFailed }: { order: TopupOrder; onFailed: () => void }) {
  const texts = useTexts(transferDetailTexts);
  const [questionOpened, setQuestionOpened] = useState(false);
  const cancel = useMutation(cancelTopupOptions(order.id));

  function send() {
    cancel.mutate(undefined, {
      onSuccess: () => window.location.reload(),
      onError: () => {
        setQuestionOpened(false);
        onFailed();
      },
    });
  }

  return (
    <>
      <Button variant="danger" size="lg" fullWidth onClick={() => setQuestionOpened(true)}>
        {texts.cancel}
      </Button>
      <QuestionDialog
        opened={questionOpened}
        onClose={() => setQuestionOpened(false)}
        title={texts.cancelQuestion.title}
        action={texts.cancelQuestion.action}
        back={texts.cancelQuestion.back}
        sending={cancel.isPending || cancel.isSuccess}
        sendingLabel={texts.cancelQuestion.sending}
        onConfirm={send}
        danger
      />
    </>
  );
}
