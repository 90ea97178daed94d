import { ReasonDialog } from '@/dialogs/reason-dialog';
import { closeReviewsOptions } from '@/orders/order-queries';
import { useTexts } from '@shared/i18n/texts';

import { decisionTexts } from './decision-texts';

interface CloseDialogProps {
  opened: boolean;
  orderId: string;
  onClose: () => void;
}

/** Closes the reviews of an order without changing it. */
export function CloseDialog({ opened, orderId, onClose }: CloseDialogProps) {
  const { close } = useTexts(decisionTexts);
  return (
    <ReasonDialog
      opened={opened}
      title={close.title}
      action={close.submit}
      sendingLabel={close.sending}
      mutation={closeReviewsOptions(orderId)}
      done={close.done}
      onClose={onClose}
    >
      <p>{close.text}</p>
    </ReasonDialog>
  );
}
