import '@mantine/core/styles/Text.layer.css';
import '@mantine/core/styles/Anchor.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Anchor, Button, FileInput, Radio } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';

import { SelectField } from '@shared/form/select-field';
import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot } from '@shared/overlay/dialog-parts';
import { Note } from '@shared/ui/note';

import classes from './csv-dialog.module.css';
import parts from '../form-parts.module.css';
import { mostDestinations } from '../destinations/destinations';
import { csvTexts } from './csv-texts';
import { type CsvNumber, type CsvTable, fileProblem, numbersOf, readCsv } from './read-csv';
import { decodeText } from './decode-text';

const shownProblems = 5;
const shownLines = 3;

interface CsvDialogProps {
  opened: boolean;
  /** How many numbers the list has already. */
  listed: number;
  /** The product takes mobile numbers. */
  mobile: boolean;
  onClose: () => void;
  /** Takes the numbers of a file. Returns how many were added; undefined if there would be too many. */
  onNumbers: (numbers: CsvNumber[], options: { file: string; replace: boolean }) => number | undefined;
}

/** Upload CSV: takes the numbers of a file, and names the lines that a spreadsheet spoilt. */
export function CsvDialog(props: CsvDialogProps) {
  const texts = useTexts(csvTexts);
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={texts.title} size="form">
      <CsvBody {...props} />
    </Dialog>
  );
}

/** A file that was read: its cells, or why it is refused. */
type ReadFile = { table: CsvTable } | { problem: 'type' | 'large' | 'empty' | 'header' | 'unreadable' };

async function readFile(file: File): Promise<ReadFile> {
  const problem = fileProblem(file);
  if (problem) return { problem };
  try {
    const read = readCsv(decodeText(await file.arrayBuffer()));
    return read.kind === 'table' ? { table: read.table } : { problem: read.kind };
  } catch {
    return { problem: 'unreadable' }; // moved or locked since it was chosen
  }
}

function CsvBody({ opened, listed, mobile, onClose, onNumbers }: CsvDialogProps) {
  const texts = useTexts(csvTexts);
  const [file, setFile] = useState<File | null>(null);
  const [read, setRead] = useState<ReadFile>();
  const [layout, setLayout] = useState<{ numberColumn: number; hasHeader: boolean | undefined }>();
  const [full, setFull] = useState(false);
  // The file that is chosen last; undefined once the dialog is closed. What was read of another one counts for nothing.
  const latest = useRef<File | null>(undefined);
  useEffect(() => {
    if (!opened) latest.current = undefined;
    return () => {
      latest.current = undefined;
    };
  }, [opened]);
  const table = read && 'table' in read ? read.table : undefined;
  const content = useMemo(
    () => table && layout && numbersOf(table, { ...layout, hasHeader: layout.hasHeader ?? false, mobile }),
    [table, layout, mobile],
  );
  const numbers = content?.numbers ?? [];
  const problem = problemOf(read, content, full);

  function addNumbers(taken: CsvNumber[], name: string, replace: boolean) {
    const added = onNumbers(taken, { file: name, replace });
    setFull(added === undefined);
    if (added === undefined) return;
    notifySuccess(texts.success, added > 0 ? undefined : texts.allThere);
    onClose();
  }

  async function choose(next: File | null) {
    latest.current = next;
    setFile(next);
    setRead(undefined);
    setFull(false);
    if (!next) return;
    const answer = await readFile(next);
    if (latest.current !== next) return;
    setRead(answer);
    if (!('table' in answer)) return;
    const { numberColumn, hasHeader } = answer.table;
    setLayout({ numberColumn, hasHeader });
    const listOfFile = numbersOf(answer.table, { numberColumn, hasHeader: hasHeader ?? false, mobile });
    const isClear = numberColumn === 0 && hasHeader !== undefined && listOfFile.problems.length === 0 && listed === 0;
    if (isClear && listOfFile.numbers.length > 0 && !hasTooMany(listOfFile.numbers))
      addNumbers(listOfFile.numbers, next.name, false);
  }

  const ready = numbers.length > 0 && problem === undefined && layout?.hasHeader !== undefined;
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
          error={problem && texts[problem]}
          onChange={(next) => void choose(next)}
          data-autofocus
        />
        {table && layout && <TableChoice table={table} layout={layout} numbers={numbers} onChoose={setLayout} />}
        {content && content.problems.length > 0 && <Problems problems={content.problems} />}
      </DialogBody>
      <DialogFoot note={content && texts.found(numbers.length, groupThousands(numbers.length))}>
        <DialogCancel />
        {listed > 0 && (
          <Button
            variant="default"
            disabled={!ready && !full}
            onClick={() => addNumbers(numbers, file?.name ?? '', true)}
          >
            {texts.replace(listed, groupThousands(listed))}
          </Button>
        )}
        <Button disabled={!ready} onClick={() => addNumbers(numbers, file?.name ?? '', false)}>
          {texts.take}
        </Button>
      </DialogFoot>
    </>
  );
}

function hasTooMany(numbers: readonly CsvNumber[]): boolean {
  return (
    numbers.length > mostDestinations &&
    new Set(numbers.map(({ destinationNo }) => destinationNo)).size > mostDestinations
  );
}

/** Why the file can't be taken as it is: a key of the texts. */
function problemOf(read: ReadFile | undefined, content: ReturnType<typeof numbersOf> | undefined, full: boolean) {
  if (read && 'problem' in read) return read.problem;
  if (full) return 'full';
  if (!read || !content) return undefined;
  if (content.numbers.length === 0 && content.problems.length === 0) return 'none';
  return hasTooMany(content.numbers) ? 'many' : undefined;
}

interface TableChoiceProps {
  table: CsvTable;
  layout: { numberColumn: number; hasHeader: boolean | undefined };
  numbers: readonly CsvNumber[];
  onChoose: (layout: { numberColumn: number; hasHeader: boolean | undefined }) => void;
}

/** Which column has the numbers, and whether a first row that looks like a number is one. */
function TableChoice({ table, layout, numbers, onChoose }: TableChoiceProps) {
  const texts = useTexts(csvTexts);
  const first = table.columns[layout.numberColumn] ?? '';
  return (
    <>
      {table.columns.length > 1 && (
        <SelectField
          label={texts.column}
          value={String(layout.numberColumn)}
          options={table.columns.map((name, column) => ({
            value: String(column),
            label: [texts.columnNo(column + 1), name].filter(Boolean).join(': '),
          }))}
          onChange={(column) => onChoose({ ...layout, numberColumn: Number(column) })}
        />
      )}
      {table.hasHeader === undefined && (
        <Radio.Group
          label={texts.firstRow(first)}
          value={layout.hasHeader === undefined ? '' : String(layout.hasHeader)}
          onChange={(value) => onChoose({ ...layout, hasHeader: value === 'true' })}
        >
          <div className={classes['choices']}>
            <Radio value="false" label={texts.isNumber} />
            <Radio value="true" label={texts.isHeader} />
          </div>
        </Radio.Group>
      )}
      {numbers.length > 0 && (
        <div>
          <p className={parts['note']}>{texts.preview}</p>
          <ul className={classes['problems']}>
            {numbers.slice(0, shownLines).map(({ line, destinationNo, name }) => (
              <li key={line}>
                <span className={parts['number']}>{destinationNo}</span> {name}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function Problems({ problems }: { problems: ReturnType<typeof numbersOf>['problems'] }) {
  const texts = useTexts(csvTexts);
  return (
    <Note tone="warning" live>
      {texts.problems}
      <ul className={classes['problems']}>
        {problems.slice(0, shownProblems).map(({ line, destinationNo, name, kind }) => (
          <li key={line}>
            {texts[kind](groupThousands(line), [destinationNo, name && `(${name})`].filter(Boolean).join(' '))}
          </li>
        ))}
        {problems.length > shownProblems && <li>{texts.more(groupThousands(problems.length - shownProblems))}</li>}
      </ul>
    </Note>
  );
}
