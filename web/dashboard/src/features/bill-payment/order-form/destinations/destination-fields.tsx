import { Button, TextInput } from '@mantine/core';
import { IconAddressBook, IconFileUpload, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';

import { lazyDialog } from '@shared/overlay/lazy-windows';
import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { Tag } from '@shared/ui/tag';
import { useIsNarrow } from '@shared/ui/use-is-narrow';
import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';

import classes from './destinations.module.css';
import { CheckPanel } from '../checks/check-panel';
import { checkTexts } from '../checks/check-texts';
import { createTexts } from '../create-texts';
import { DestinationList } from './destination-list';
import { numbersIn, takesMobileNumbers } from './destinations';
import { type ChangeDraft, type OrderDraft, emptyDraft } from '../order-draft';
import { duplicateLine, isPlain, type LineKind, linesOfKind } from '../checks/line-checks';
import { NumbersRemark } from './numbers-remark';
import type { LineChecks } from '../checks/use-line-checks';
import { useNumbers } from './use-numbers';

const ContactPicker = lazyDialog(async () => (await import('../picker/contact-picker')).ContactPicker);
const SaveContact = lazyDialog(async () => (await import('../picker/save-contact')).SaveContact);
const CsvDialog = lazyDialog(async () => (await import('../csv/csv-dialog')).CsvDialog);

const severalLines = /[\n\r]/u;

interface DestinationFieldsProps {
  operatorType: string;
  draft: OrderDraft;
  /** The draft was begun earlier. */
  restored: boolean;
  checks: LineChecks;
  /** Whether the product is a bill. */
  bills: boolean;
  error: string | undefined;
  onChange: ChangeDraft;
}

/** The numbers to buy for: typed, from contacts, or from a CSV file. */
export function DestinationFields(props: DestinationFieldsProps) {
  const { operatorType, draft, restored, checks, bills, error, onChange } = props;
  const { destinations } = draft;
  const texts = useTexts(createTexts);
  const { kinds } = useTexts(checkTexts);
  const numbers = useNumbers(draft, operatorType, onChange);
  const [discarded, setDiscarded] = useState(false);
  const [open, setOpen] = useState<'contacts' | 'csv'>();
  const [kind, setKind] = useState<LineKind>();
  const [saving, setSaving] = useState<{ opened: boolean; destinationNo: string }>();
  const checked = draft.files.length > 0 || bills || !isPlain(checks.counts) || checks.failed;
  // A kind that has no lines any more shows all.
  const shown = kind && checks.counts.has(kind) ? kind : undefined;
  const lines = useMemo(
    () => (shown === 'duplicate' ? draft.duplicates.map(duplicateLine) : linesOfKind(checks.lines, shown)),
    [shown, draft.duplicates, checks.lines],
  );

  // The server knows more writings of a number than this page.
  const again = checks.outdated ? undefined : checks.check;
  const mergeDuplicates = useEffectEvent((answer: NonNullable<typeof again>) => {
    const same = new Set(
      answer.lines.filter(({ verdict }) => verdict === 'duplicate').map(({ destinationNo }) => destinationNo),
    );
    if (same.size > 0) numbers.merge(destinations.filter(({ destinationNo }) => same.has(destinationNo)));
  });
  useEffect(() => {
    if (again) mergeDuplicates(again);
  }, [again]);

  return (
    <section className={classes['destinations']} aria-label={texts.destination}>
      <div className={classes['destinationHead']}>
        <h3 className={classes['label']}>
          {texts.destination} <Tag>{groupThousands(destinations.length)}</Tag>
        </h3>
        <Ways empty={destinations.length === 0} onOpen={setOpen} onRemoveAll={numbers.removeAll} />
      </div>
      <NumberInput error={error} onAdd={(given) => numbers.add(given.map((destinationNo) => ({ destinationNo })))} />
      <NumbersRemark
        note={numbers.note}
        restored={restored && !discarded}
        listLength={destinations.length}
        onUndo={numbers.undo}
        onDiscard={() => {
          setDiscarded(true);
          onChange(emptyDraft);
        }}
      />
      {checked && (
        <CheckPanel
          checks={checks}
          files={draft.files}
          bills={bills}
          shown={shown}
          onShow={setKind}
          onDrop={(dropped) =>
            numbers.remove(new Set(linesOfKind(checks.lines, dropped).map(({ destinationNo }) => destinationNo)))
          }
        />
      )}
      <DestinationList
        lines={lines}
        kind={shown && kinds[shown].name}
        checked={checked}
        bills={bills && checked}
        onRemove={shown === 'duplicate' ? undefined : (number) => numbers.remove(new Set([number]))}
        onSave={(destinationNo) => setSaving({ opened: true, destinationNo })}
      />
      <ContactPicker
        opened={open === 'contacts'}
        onClose={() => setOpen(undefined)}
        onPick={(contacts) => numbers.add(contacts)}
      />
      <CsvDialog
        opened={open === 'csv'}
        listed={destinations.length}
        mobile={takesMobileNumbers(operatorType)}
        onClose={() => setOpen(undefined)}
        onNumbers={numbers.add}
      />
      {saving && (
        <SaveContact
          opened={saving.opened}
          destinationNo={saving.destinationNo}
          onClose={() => setSaving((current) => current && { ...current, opened: false })}
          onSaved={({ id, name, code }) => numbers.name(new Map([[saving.destinationNo, { id, name, code }]]))}
        />
      )}
    </section>
  );
}

interface WaysProps {
  /** There are no numbers to remove. */
  empty: boolean;
  onOpen: (what: 'contacts' | 'csv') => void;
  onRemoveAll: () => void;
}

/** The ways to many numbers at once, and away from them. */
function Ways({ empty, onOpen, onRemoveAll }: WaysProps) {
  const texts = useTexts(createTexts);
  const mayContacts = useHasPermission(permission.employeeList);
  return (
    <div className={classes['ways']}>
      {!empty && (
        <Button variant="subtle" size="sm" leftSection={<IconTrash aria-hidden />} onClick={onRemoveAll}>
          {texts.removeAll}
        </Button>
      )}
      <Button
        variant="default"
        size="sm"
        leftSection={<IconAddressBook aria-hidden />}
        disabled={!mayContacts}
        onClick={() => onOpen('contacts')}
      >
        {texts.contactList}
      </Button>
      <Button variant="default" size="sm" leftSection={<IconFileUpload aria-hidden />} onClick={() => onOpen('csv')}>
        {texts.uploadCsv}
      </Button>
    </div>
  );
}

/** Takes typed and pasted numbers. */
function NumberInput({ error, onAdd }: { error: string | undefined; onAdd: (numbers: string[]) => void }) {
  const texts = useTexts(createTexts);
  const narrow = useIsNarrow();
  const [typed, setTyped] = useState('');
  const [nothing, setNothing] = useState(false);
  function addTyped() {
    const numbers = numbersIn(typed);
    setNothing(numbers.length === 0);
    if (numbers.length === 0) return;
    setTyped('');
    onAdd(numbers);
  }
  return (
    <div className={classes['adding']}>
      <TextInput
        size={narrow ? 'lg' : 'md'}
        aria-label={texts.destination}
        placeholder={texts.destinationInput}
        value={typed}
        inputMode="tel"
        autoComplete="off"
        error={nothing ? texts.destinationInput : error}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setNothing(false);
        }}
        onPaste={(event) => {
          // The field would join the lines of a column that is pasted from a spreadsheet.
          const pasted = event.clipboardData.getData('text');
          if (!severalLines.test(pasted.trim())) return;
          event.preventDefault();
          setNothing(false);
          onAdd(numbersIn(pasted));
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          addTyped();
        }}
      />
      <Button variant="default" leftSection={<IconPlus aria-hidden />} onClick={addTyped}>
        {texts.add}
      </Button>
    </div>
  );
}
