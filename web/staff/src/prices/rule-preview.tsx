import { Button, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { UseMutationOptions } from '@tanstack/react-query';

import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { DialogBody, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { Note } from '@shared/ui/note';

import { priceTexts } from './price-texts';
import countClasses from './counts.module.css';
import classes from './rule-preview.module.css';
import { rulePreviewTexts } from './rule-preview-texts';
import type { RuleReport } from './rule-steps';

interface RulePreviewProps {
  report: RuleReport;
  /** Carries out what the report says. */
  mutation: UseMutationOptions<RuleReport, Error, { reason: string }>;
  /** Prices by hand in the reach of the change end. */
  endsHand?: boolean;
  /** The segment that it is about; empty: the client is in none then. */
  segment?: string | undefined;
  /** What is said when it is done. */
  done: string;
  onBack: () => void;
  onClose: () => void;
}

/** What a change does to prices, before it is carried out for a reason. */
export function RulePreview({ report, mutation, endsHand = false, segment, done, onBack, onClose }: RulePreviewProps) {
  const texts = useTexts(rulePreviewTexts);
  const form = useCheckedForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? texts.required : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation,
    fields: { reason: 'reason' },
    onSuccess: ({ approvalId }) => {
      if (approvalId === '') notifySuccess(done);
      else notifySuccess(texts.waits, texts.waitsText(approvalId));
      onClose();
    },
  });
  return (
    <DialogForm label={texts.previewTitle} onSubmit={onSubmit}>
      <DialogBody>
        {segment !== undefined && <p>{segment === '' ? texts.noSegment : texts.segment(segment)}</p>}
        <Counts report={report} />
        {report.held > 0 && <Note>{endsHand ? texts.heldEnd : texts.heldStay}</Note>}
        {report.below > 0 && <Note tone="warning">{texts.belowNote}</Note>}
        {report.prices === 0 ? <p>{texts.noPrice}</p> : <Rows report={report} />}
        <TextInput
          {...form.getInputProps('reason')}
          label={texts.reason}
          description={texts.reasonHelp}
          autoComplete="off"
          maxLength={500}
          data-autofocus
        />
      </DialogBody>
      <DialogFoot>
        <Button variant="default" onClick={onBack}>
          {texts.back}
        </Button>
        <SubmitButton sending={sending} sendingLabel={texts.applying}>
          {texts.apply(report.prices)}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}

const counts = ['prices', 'products', 'clients', 'below', 'held'] as const;

function Counts({ report }: { report: RuleReport }) {
  const texts = useTexts(rulePreviewTexts);
  return (
    <dl className={countClasses['counts']}>
      {counts.map((name) => (
        <div key={name} data-sum={name === 'prices' || undefined}>
          <dt>{texts.counts[name]}</dt>
          <dd>{groupThousands(report[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

function Rows({ report: { rows, prices } }: { report: RuleReport }) {
  const texts = useTexts(rulePreviewTexts);
  return (
    <>
      {rows.length < prices && <p className={classes['hint']}>{texts.greatest(rows.length, prices)}</p>}
      <ul className={classes['effects']} aria-label={texts.rows}>
        {rows.map((row) => (
          <li key={`${row.productCode} ${row.clientId ?? ''}`}>
            <Effect row={row} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Effect({
  row: { productName, clientId, clientName, before, after, below },
}: {
  row: RuleReport['rows'][number];
}) {
  const texts = useTexts(rulePreviewTexts);
  const { listPrice } = useTexts(priceTexts);
  return (
    <>
      <span>
        {productName}
        <span className={classes['hint']}> {clientId === null ? listPrice : `${clientName} (${clientId})`}</span>
      </span>
      <span className={classes['margins']}>
        {before === null ? texts.isNew : groupThousands(before)} →{' '}
        <strong data-below={below || undefined}>{after === null ? texts.ends : groupThousands(after)}</strong>
        {below && (
          <span className={classes['below']}>
            {' '}
            <IconAlertCircle aria-hidden /> {texts.belowCost}
          </span>
        )}
      </span>
    </>
  );
}
