import '@mantine/core/styles/Text.layer.css';
import '@mantine/core/styles/Anchor.layer.css';

import { Anchor, Button, FileInput } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';

import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot } from '@shared/overlay/dialog-parts';
import { Note } from '@shared/ui/note';

import classes from '../create/create.module.css';
import { createTexts } from '../create/create-texts';
import { mostDestinations, takesMobileNumbers } from '../create/destinations';
import { type CsvResult, fileProblem, readCsv } from './read-csv';

const shownProblems = 5;

interface CsvDialogProps {
  operatorType: string;
  onClose: () => void;
  onNumbers: (numbers: string[], file: string) => void;
}

/** Upload CSV: takes the numbers of a file, and names the lines that a spreadsheet spoilt. */
export function CsvDialog({ operatorType, onClose, onNumbers }: CsvDialogProps) {
  const texts = useTexts(createTexts).csv;
  return (
    <Dialog opened onClose={onClose} title={texts.title} size="form">
      <CsvBody
        mobile={takesMobileNumbers(operatorType)}
        onNumbers={(numbers, file) => {
          notifySuccess(texts.success);
          onNumbers(numbers, file);
          onClose();
        }}
      />
    </Dialog>
  );
}

function CsvBody({ mobile, onNumbers }: { mobile: boolean; onNumbers: (numbers: string[], file: string) => void }) {
  const texts = useTexts(createTexts).csv;
  const [file, setFile] = useState<File | null>(null);
  const [result, setResult] = useState<CsvResult | { kind: 'type' | 'large' }>();
  async function read(chosen: File | null) {
    setFile(chosen);
    setResult(undefined);
    if (!chosen) return;
    const problem = fileProblem(chosen);
    if (problem) {
      setResult({ kind: problem });
      return;
    }
    const next = readCsv(await chosen.text(), mostDestinations, mobile);
    if (next.kind === 'numbers' && next.problems.length === 0) {
      onNumbers(
        next.numbers.map(({ text }) => text),
        chosen.name,
      );
      return;
    }
    setResult(next);
  }
  const numbers = result?.kind === 'numbers' ? result.numbers : [];
  return (
    <>
      <DialogBody>
        <p>{texts.intro}</p>
        <Anchor className={classes['template']} href={`${import.meta.env.BASE_URL}destination-numbers.csv`} download>
          {texts.template}
        </Anchor>
        <FileInput
          label={texts.file}
          placeholder={texts.choose}
          accept="text/csv,.csv"
          leftSection={<IconFileSpreadsheet aria-hidden />}
          value={file}
          error={result && result.kind !== 'numbers' ? texts[result.kind] : undefined}
          onChange={(chosen) => void read(chosen)}
          data-autofocus
        />
        {result?.kind === 'numbers' && (
          <Note tone="warning" live>
            {texts.problems}
            <ul className={classes['problems']}>
              {result.problems.slice(0, shownProblems).map(({ line, text, kind }) => (
                <li key={line}>{texts[kind](groupThousands(line), text)}</li>
              ))}
              {result.problems.length > shownProblems && (
                <li>{texts.more(groupThousands(result.problems.length - shownProblems))}</li>
              )}
            </ul>
          </Note>
        )}
      </DialogBody>
      <DialogFoot note={result?.kind === 'numbers' ? texts.found(groupThousands(numbers.length)) : undefined}>
        <DialogCancel />
        <Button
          disabled={numbers.length === 0}
          onClick={() =>
            onNumbers(
              numbers.map(({ text }) => text),
              file?.name ?? '',
            )
          }
        >
          {texts.take}
        </Button>
      </DialogFoot>
    </>
  );
}
