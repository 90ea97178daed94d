import { Button, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';

import { priceTexts } from '@/prices/price-texts';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { DialogBody, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { Note } from '@shared/ui/note';

import classes from './prices.module.css';
import { applyRuleOptions, type RuleChange, type RuleReport, type RuleRow } from './rule-queries';
import { ruleTexts } from './rule-texts';

interface RulePreviewProps {
  change: RuleChange;
  report: RuleReport;
  onBack: () => void;
  onClose: () => void;
}

/** What a change of the rules does, before it is carried out for a reason. */
export function RulePreview({ change, report, onBack, onClose }: RulePreviewProps) {
  const texts = useTexts(ruleTexts);
  const form = useCheckedForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? texts.required : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: applyRuleOptions(change, report.tag),
    fields: { reason: 'reason' },
    onSuccess: ({ approvalId }) => {
      if (approvalId === '') notifySuccess(texts.done);
      else notifySuccess(texts.waits, texts.waitsText(approvalId));
      onClose();
    },
  });
  const endsHand = 'set' in change && change.set.endHand;
  return (
    <DialogForm label={texts.previewTitle} onSubmit={onSubmit}>
      <DialogBody>
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
  const texts = useTexts(ruleTexts);
  return (
    <dl className={classes['counts']}>
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
  const texts = useTexts(ruleTexts);
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

function Effect({ row: { productName, clientId, clientName, before, after, below } }: { row: RuleRow }) {
  const texts = useTexts(ruleTexts);
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
