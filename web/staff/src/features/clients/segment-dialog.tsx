import { useState } from 'react';

import { RulePreview } from '@/prices/rule-preview';
import type { RuleReport } from '@/prices/rule-steps';
import { SegmentField } from '@/prices/segment-field';
import { applySegmentOptions, previewSegmentOptions } from '@/prices/segment-queries';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { segmentTexts } from './segment-texts';

interface SegmentDialogProps {
  clientId: number;
  /** The segment now; empty without one. */
  segment: string;
  opened: boolean;
  onClose: () => void;
}

/** Puts a client into a segment: first its name, then what that changes. */
export function SegmentDialog({ opened, onClose, ...steps }: SegmentDialogProps) {
  const texts = useTexts(segmentTexts);
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.title} size="form">
      <SegmentSteps {...steps} onClose={onClose} />
    </Dialog>
  );
}

function SegmentSteps({ clientId, segment, onClose }: Omit<SegmentDialogProps, 'opened'>) {
  const texts = useTexts(segmentTexts);
  const [typed, setTyped] = useState(segment);
  const [report, setReport] = useState<RuleReport>();
  if (report) {
    return (
      <RulePreview
        report={report}
        mutation={applySegmentOptions(clientId, typed, report.tag)}
        segment={typed}
        done={texts.done}
        onBack={() => setReport(undefined)}
        onClose={onClose}
      />
    );
  }
  return (
    <SegmentForm
      clientId={clientId}
      segment={typed}
      onPreview={(name, next) => {
        setTyped(name);
        setReport(next);
      }}
    />
  );
}

interface SegmentFormProps {
  clientId: number;
  segment: string;
  onPreview: (segment: string, report: RuleReport) => void;
}

function SegmentForm({ clientId, segment, onPreview }: SegmentFormProps) {
  const texts = useTexts(segmentTexts);
  const form = useCheckedForm({ initialValues: { segment } });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: previewSegmentOptions(clientId),
    fields: { segment: 'segment' },
    onSuccess: (report, values) => onPreview(values.segment, report),
  });
  return (
    <DialogForm label={texts.title} onSubmit={onSubmit}>
      <DialogBody>
        <p>{texts.text}</p>
        <SegmentField
          {...form.getInputProps('segment')}
          label={texts.segment}
          description={texts.help}
          data-autofocus
        />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.checking}>
          {texts.preview}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
