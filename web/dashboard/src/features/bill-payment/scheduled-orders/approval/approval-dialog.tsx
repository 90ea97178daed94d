import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody } from '@shared/overlay/dialog-parts';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Note } from '@shared/ui/note';

import { ApprovalForm } from './approval-form';
import { approvalOptions, type ApprovalSetting } from './approval-queries';
import { approvalTexts } from './approval-texts';
import { WaitingChangeForm } from './waiting-change-form';

interface ApprovalDialogProps {
  opened: boolean;
  /** Whether the user may change the total. */
  maySet: boolean;
  /** Whether the user may approve or reject the change of another user. */
  mayDecide: boolean;
  onClose: () => void;
}

/**
 * The total above which a second user approves scheduled orders. A change that protects less waits for another user,
 * who decides about it here.
 */
export function ApprovalDialog({ opened, onClose, ...rest }: ApprovalDialogProps) {
  const texts = useTexts(approvalTexts);
  const load = useQuery({ ...approvalOptions(), enabled: opened });
  const failure = useFailure(load);
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.title} size="question">
      {load.data === undefined ? (
        <DialogBody>
          {failure === null ? (
            <Skeleton height="12rem" />
          ) : (
            <LoadFailed
              title={texts.failed}
              error={failure}
              retrying={load.isFetching}
              onRetry={() => void load.refetch()}
            />
          )}
        </DialogBody>
      ) : (
        <ApprovalBody {...rest} setting={load.data} onDone={onClose} />
      )}
    </Dialog>
  );
}

type ApprovalBodyProps = Pick<ApprovalDialogProps, 'maySet' | 'mayDecide'> & {
  setting: ApprovalSetting;
  onDone: () => void;
};

function ApprovalBody({ setting, maySet, mayDecide, onDone }: ApprovalBodyProps) {
  const texts = useTexts(approvalTexts);
  const { amount, pending } = setting;
  if (pending !== null && !pending.own && mayDecide) {
    // Another change is another decision: it is shown, and the PIN is typed again.
    return <WaitingChangeForm key={pending.requestedAt} amount={amount} change={pending} onDone={onDone} />;
  }
  if (maySet) return <ApprovalForm key={String(amount)} setting={setting} onDone={onDone} />;
  return (
    <DialogBody>
      <Note live>{texts.noneWaits}</Note>
    </DialogBody>
  );
}
