import { useQuery } from '@tanstack/react-query';

import { ReasonField } from '@/dialogs/reason-dialog';
import { reasonTexts } from '@/dialogs/reason-texts';
import { FileField } from '@shared/form/file-field';
import { SelectField } from '@shared/form/select-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { accountsOptions, importOptions, type StatementInput } from './statement-queries';
import { statementTexts } from './statement-texts';
import classes from './topups.module.css';

interface StatementDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Imports the statement of one of our accounts. */
export function StatementDialog({ opened, onClose }: StatementDialogProps) {
  const { dialog } = useTexts(statementTexts);
  return (
    <Dialog opened={opened} onClose={onClose} title={dialog.title} size="form">
      <StatementForm onClose={onClose} />
    </Dialog>
  );
}

function StatementForm({ onClose }: { onClose: () => void }) {
  const { dialog: texts } = useTexts(statementTexts);
  const { required } = useTexts(reasonTexts);
  const { data: accounts = [] } = useQuery(accountsOptions());
  const form = useCheckedForm<StatementInput>({
    initialValues: { account: '', file: undefined, reason: '' },
    validate: {
      account: (value) => (value === '' ? texts.accountMissing : null),
      file: (value) => (value ? null : texts.fileMissing),
      reason: (value) => (value.trim() === '' ? required : null),
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: importOptions(),
    fields: { bank: 'account', accountNo: 'account', file: 'file', reason: 'reason' },
    onSuccess: ({ added, lines }) => {
      notifySuccess(texts.done(added, lines));
      onClose();
    },
  });
  return (
    <DialogForm label={texts.title} onSubmit={onSubmit}>
      <DialogBody>
        <p className={classes['hint']}>{texts.what}</p>
        <SelectField
          label={texts.account}
          placeholder={texts.choose}
          value={form.values.account}
          error={form.errors['account']}
          options={accounts.map(({ bank, accountNo, name }) => ({
            value: `${bank} ${accountNo}`,
            label: `${bank} ${accountNo}, ${name}`,
          }))}
          onChange={(account) => form.setFieldValue('account', account)}
          data-path="account"
          data-autofocus
        />
        <FileField
          {...form.getInputProps('file')}
          texts={{
            label: texts.file,
            choose: texts.chooseFile,
            hint: texts.fileHint,
            sentWith: texts.withForm,
            remove: texts.remove,
          }}
          accept=".csv,text/csv"
          value={form.values.file}
          disabled={sending}
        />
        <ReasonField {...form.getInputProps('reason')} />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.sending}>
          {texts.submit}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
