import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { FileField } from '@shared/form/file-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useTexts } from '@shared/i18n/texts';
import { Card } from '@shared/ui/card';

import { ImportPreview } from './import-preview';
import { previewOptions } from './import-queries';
import { importTexts } from './import-texts';
import classes from './prices.module.css';

const largestFile = 1_000_000;
const columns = 'effective_at,product_code,client_id,supplier,amount';

/** Imports a file of price changes: choose it, look at what it changes, apply it. */
export function ImportTab() {
  const [file, setFile] = useState({ name: '', content: '' });
  const preview = useMutation(previewOptions());
  if (preview.data) return <ImportPreview file={file} preview={preview.data} onAnother={preview.reset} />;
  return (
    <FileForm
      checking={preview.isPending}
      onCheck={(name, content) => {
        setFile({ name, content });
        preview.mutate({ content });
      }}
    />
  );
}

interface FileFormProps {
  checking: boolean;
  onCheck: (name: string, content: string) => void;
}

function FileForm({ checking, onCheck }: FileFormProps) {
  const { choose } = useTexts(importTexts);
  const [file, setFile] = useState<File>();
  const [showErrors, setShowErrors] = useState(false);
  const tooLarge = file !== undefined && file.size > largestFile;
  const problem = file === undefined ? choose.missing : tooLarge ? choose.tooLarge : undefined;
  async function check(event: FormEvent) {
    event.preventDefault();
    setShowErrors(true);
    if (file === undefined || problem !== undefined || checking) return;
    onCheck(file.name, await file.text());
  }
  return (
    <Card title={choose.title} hint={choose.text}>
      <form className={classes['form']} aria-label={choose.title} onSubmit={(event) => void check(event)} noValidate>
        <div className={classes['hint']}>
          {choose.columns}
          <code className={classes['code']}>{columns}</code>
          <ul>
            {[choose.effectiveAt, choose.client, choose.supplier, choose.amount].map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
        <FileField
          texts={{ ...choose, choose: choose.button }}
          accept=".csv,text/csv"
          value={file}
          error={showErrors ? problem : undefined}
          disabled={checking}
          onChange={setFile}
        />
        <div className={classes['buttons']}>
          <SubmitButton sending={checking} sendingLabel={choose.checking}>
            {choose.check}
          </SubmitButton>
        </div>
      </form>
    </Card>
  );
}
