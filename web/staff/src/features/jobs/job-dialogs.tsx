import { ReasonDialog, ReasonForm } from '@/dialogs/reason-dialog';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { useLast } from '@shared/ui/use-last';

import { applyNoticeOptions, jobActOptions } from './job-queries';
import { jobTexts, noticeTexts } from './job-texts';
import type { JobStep } from './jobs-tab';

interface JobDialogProps {
  /** Undefined while it is closed. */
  step: JobStep | undefined;
  onClose: () => void;
}

/** Has a job tried again or dropped, for a reason. */
export function JobDialog({ step, onClose }: JobDialogProps) {
  const texts = useTexts(jobTexts);
  const shown = useLast(step);
  if (!shown) return null;
  const { job, act } = shown;
  const retry = act === 'retry';
  const title = (retry ? texts.retryOf : texts.dropOf)(job.kind, job.id);
  return (
    <Dialog opened={step !== undefined} onClose={onClose} title={title} size="form">
      <ReasonForm
        title={title}
        action={retry ? texts.retry : texts.drop}
        danger={!retry}
        mutation={jobActOptions(job.id, act)}
        done={retry ? texts.retried : texts.dropped}
        onClose={onClose}
      >
        <p>{retry ? texts.retryText : texts.dropText}</p>
      </ReasonForm>
    </Dialog>
  );
}

/** Has a notice applied again, for a reason. */
export function ApplyDialog({ opened, id, onClose }: { opened: boolean; id: string; onClose: () => void }) {
  const texts = useTexts(noticeTexts);
  return (
    <ReasonDialog
      opened={opened}
      title={texts.applyTitle}
      action={texts.applyTitle}
      mutation={applyNoticeOptions(id)}
      done={texts.reapplied}
      onClose={onClose}
    >
      <p>{texts.applyText}</p>
    </ReasonDialog>
  );
}
