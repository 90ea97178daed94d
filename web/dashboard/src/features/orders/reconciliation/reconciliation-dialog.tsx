import { useState } from 'react';

import { DayField } from '@shared/form/day-field';
import { FileField } from '@shared/form/file-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { addDays } from '@shared/format/calendar-day';
import { defaultZone } from '@shared/format/local-time';
import { useToday } from '@shared/format/use-today';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { ProgressBar } from '@shared/ui/progress-bar';

import { type Books, lineProblems, type Reconciliation, reconcileOptions } from './reconciliation-queries';
import { ReconciliationResult } from './reconciliation-result';
import { reconciliationTexts } from './reconciliation-texts';
import classes from './reconciliation.module.css';

/** The longest file, as on the server. */
const largestFile = 20 * 1024 * 1024;
const whole = 100;
const serverFields = { day: 'day', file: 'file', 'line 1': 'file' };

interface ReconciliationDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Compares the client's books of a day with its orders. */
export function ReconciliationDialog({ opened, onClose }: ReconciliationDialogProps) {
  const { title } = useTexts(reconciliationTexts);
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="list">
      <Comparison />
    </Dialog>
  );
}

function Comparison() {
  const [result, setResult] = useState<Reconciliation>();
  if (result) return <ReconciliationResult result={result} onAgain={() => setResult(undefined)} />;
  return <BooksForm onCompared={setResult} />;
}

function BooksForm({ onCompared }: { onCompared: (result: Reconciliation) => void }) {
  const texts = useTexts(reconciliationTexts);
  const today = useToday(defaultZone);
  const [share, setShare] = useState(0);
  const form = useCheckedForm<Books>({
    initialValues: { day: addDays(today, -1), file: undefined },
    validate: {
      day: (day) => (day === undefined ? texts.dayMissing : null),
      file: (file) => {
        if (!file) return texts.fileMissing;
        return file.size > largestFile ? texts.fileLarge : null;
      },
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: { ...reconcileOptions(setShare), onMutate: () => setShare(0) },
    fields: serverFields,
    problems: (problem) => {
      const file = lineProblems(problem, texts.line);
      return file === undefined ? undefined : { file };
    },
    onSuccess: onCompared,
  });
  const percent = Math.floor(share * whole);
  return (
    <DialogForm label={texts.title} onSubmit={onSubmit}>
      <DialogBody>
        <p className={classes['hint']}>{texts.hint}</p>
        <DayField
          {...form.getInputProps('day')}
          label={texts.day}
          showLabel
          value={form.values.day}
          lastDay={today}
          disabled={sending}
        />
        <FileField
          {...form.getInputProps('file')}
          texts={{
            label: texts.file,
            choose: texts.choose,
            hint: texts.fileHint,
            sentWith: texts.withForm,
            remove: texts.remove,
          }}
          accept=".csv,text/csv"
          value={form.values.file}
          disabled={sending}
        />
        {sending && (
          <div className={classes['progress']}>
            <ProgressBar label={texts.progress} value={percent} max={whole} />
            {texts.sent(percent)}
          </div>
        )}
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.sending}>
          {texts.compare}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
