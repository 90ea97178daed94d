import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { RulePreview } from '@/prices/rule-preview';
import type { RuleReport } from '@/prices/rule-steps';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot } from '@shared/overlay/dialog-parts';
import { useLast } from '@shared/ui/use-last';

import { useReachName } from './rule-columns';
import { RuleForm } from './rule-form';
import {
  applyRuleOptions,
  type PriceRule,
  previewRemovalOptions,
  type RuleChange,
  type RuleValues,
} from './rule-queries';
import { ruleTexts } from './rule-texts';
import { valuesOf } from './rule-words';

/** What the dialog begins with: a rule to change or to remove; a new one without a rule. */
export type RuleStart = { act: 'edit'; rule: PriceRule | undefined } | { act: 'remove'; rule: PriceRule };

interface RuleDialogProps {
  /** Undefined while it is closed. */
  start: RuleStart | undefined;
  onClose: () => void;
}

/** Sets or removes a rule: first what it says, then what it changes. */
export function RuleDialog({ start, onClose }: RuleDialogProps) {
  const texts = useTexts(ruleTexts);
  const nameOf = useReachName();
  const shown = useLast(start);
  const named = shown?.act === 'remove' ? texts.removeNamed : texts.editNamed;
  const title = shown?.rule ? named(nameOf(shown.rule)) : texts.add;
  return (
    <Dialog opened={start !== undefined} onClose={onClose} title={title} size="form">
      {shown && <RuleSteps start={shown} title={title} onClose={onClose} />}
    </Dialog>
  );
}

interface RuleStepsProps {
  start: RuleStart;
  title: string;
  onClose: () => void;
}

function RuleSteps({ start, title, onClose }: RuleStepsProps) {
  const [values, setValues] = useState<RuleValues>(() => valuesOf(start.rule));
  const texts = useTexts(ruleTexts);
  const [preview, setPreview] = useState<{ change: RuleChange; report: RuleReport }>();
  if (preview) {
    const { change, report } = preview;
    return (
      <RulePreview
        report={report}
        mutation={applyRuleOptions(change, report.tag)}
        segment={'set' in change && change.set.whose === 'segment' ? change.set.segment : undefined}
        endsHand={'set' in change && change.set.endHand}
        done={texts.done}
        onBack={() => setPreview(undefined)}
        onClose={onClose}
      />
    );
  }
  if (start.act === 'remove') {
    return (
      <RemoveStep
        id={start.rule.id}
        onPreview={(report) => setPreview({ change: { remove: start.rule.id }, report })}
      />
    );
  }
  return (
    <RuleForm
      title={title}
      values={values}
      onPreview={(next, report) => {
        setValues(next);
        setPreview({ change: { set: next }, report });
      }}
    />
  );
}

function RemoveStep({ id, onPreview }: { id: string; onPreview: (report: RuleReport) => void }) {
  const texts = useTexts(ruleTexts);
  const preview = useMutation(previewRemovalOptions(id));
  return (
    <>
      <DialogBody>
        <p>{texts.removeText}</p>
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <Button loading={preview.isPending} onClick={() => preview.mutate(undefined, { onSuccess: onPreview })}>
          {texts.preview}
        </Button>
      </DialogFoot>
    </>
  );
}
