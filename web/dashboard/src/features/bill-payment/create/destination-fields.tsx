import { Button, TextInput } from '@mantine/core';
import { IconAddressBook, IconFileUpload, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';

import { lazyPart, PartPending } from '@shared/ui/lazy-part';
import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { Note } from '@shared/ui/note';
import { Tag } from '@shared/ui/tag';
import { useNarrow } from '@shared/ui/use-narrow';
import { useHolds } from '@/session/current-user';
import { permission } from '@/session/permissions';

import { bulkCheckOptions } from '../bill-queries';
import classes from './create.module.css';
import { CheckPanel } from './check-panel';
import { checkTexts } from './check-texts';
import { createTexts } from './create-texts';
import { DestinationList } from './destination-list';
import { type Destination, merged, mostDestinations, normalised, numbersIn } from './destinations';
import { type ChangeDraft, type Draft, withDestinations } from './draft';
import { isPlain, type LineKind } from './line-checks';
import type { LineChecks } from './use-line-checks';

const ContactPicker = lazyPart(
  async () => ({ default: (await import('../picker/contact-picker')).ContactPicker }),
  'overlay',
);
const SaveContact = lazyPart(
  async () => ({ default: (await import('../picker/save-contact')).SaveContact }),
  'overlay',
);
const CsvDialog = lazyPart(async () => ({ default: (await import('../csv/csv-dialog')).CsvDialog }), 'overlay');

const severalLines = /[\n\r]/u;

interface DestinationFieldsProps {
  operatorType: string;
  draft: Draft;
  checks: LineChecks;
  /** Whether the product is a bill. */
  bills: boolean;
  error: string | undefined;
  onChange: ChangeDraft;
}

/** The numbers to buy for: typed, from contacts, or from a CSV file. */
export function DestinationFields(props: DestinationFieldsProps) {
  const { operatorType, draft, checks, bills, error, onChange } = props;
  const { destinations } = draft;
  const texts = useTexts(createTexts);
  const { kinds } = useTexts(checkTexts);
  const narrow = useNarrow();
  const mayContacts = useHolds(permission.employeeList);
  const [typed, setTyped] = useState('');
  const [nothing, setNothing] = useState(false);
  const [note, setNote] = useState<'merged' | 'tooMany' | 'namesFailed'>();
  const [open, setOpen] = useState<'contacts' | 'csv'>();
  const [kind, setKind] = useState<LineKind>();
  const [saving, setSaving] = useState<{ opened: boolean; destinationNo: string }>();
  const { mutate: check } = useMutation(bulkCheckOptions());

  const checked = draft.file !== undefined || bills || !isPlain(checks.counts);

  // A kind that has no lines any more shows all.
  const shown = kind && checks.counts.has(kind) ? kind : undefined;

  /** Puts the names of contacts to numbers that are in the list by now. */
  function nameThem(names: ReadonlyMap<string, Destination>) {
    onChange((before) => ({
      destinations: before.destinations.map((destination) => names.get(destination.destinationNo) ?? destination),
    }));
  }

  function removeAll(numbers: ReadonlySet<string>) {
    onChange((before) =>
      withDestinations(before.destinations.filter(({ destinationNo }) => !numbers.has(destinationNo))),
    );
  }

  function add(added: readonly Destination[], file?: string) {
    const { list, duplicates } = merged(destinations, added);
    setNothing(false);
    if (list.length > mostDestinations) {
      setNote('tooMany');
      return;
    }
    setNote(duplicates > 0 ? 'merged' : undefined);
    onChange((before) => ({
      destinations: list,
      duplicates: before.duplicates + duplicates,
      file: file ?? before.file,
    }));
    const unnamed = added.filter(({ id }) => id === '').map(({ destinationNo }) => destinationNo);
    if (!mayContacts || unnamed.length === 0) return;
    check(unnamed, {
      onSuccess: (found) => {
        const named = found.filter(({ id }) => id !== '');
        if (named.length > 0) nameThem(new Map(named.map((contact) => [contact.destinationNo, contact])));
      },
      onError: () => setNote('namesFailed'),
    });
  }

  const unsaved = (numbers: readonly string[]): Destination[] =>
    numbers.map((number) => ({ destinationNo: normalised(number, operatorType), id: '', name: '' }));

  function addTyped() {
    const numbers = numbersIn(typed);
    if (numbers.length === 0) {
      setNothing(true);
      return;
    }
    setTyped('');
    add(unsaved(numbers));
  }

  return (
    <section className={classes['destinations']} aria-label={texts.destination}>
      <div className={classes['destinationHead']}>
        <h3 className={classes['label']}>
          {texts.destination} <Tag>{groupThousands(destinations.length)}</Tag>
        </h3>
        <div className={classes['ways']}>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconAddressBook aria-hidden />}
            disabled={!mayContacts}
            onClick={() => setOpen('contacts')}
          >
            {texts.contactList}
          </Button>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconFileUpload aria-hidden />}
            onClick={() => setOpen('csv')}
          >
            {texts.uploadCsv}
          </Button>
        </div>
      </div>
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
            add(unsaved(numbersIn(pasted)));
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
      {note && (
        <Note key={`${note}${destinations.length}`} tone={note === 'merged' ? 'info' : 'warning'} live>
          {note === 'tooMany' ? texts.tooMany(groupThousands(mostDestinations)) : texts[note]}
        </Note>
      )}
      {checked && (
        <CheckPanel
          checks={checks}
          file={draft.file}
          bills={bills}
          shown={shown}
          onShow={setKind}
          onDrop={(dropped) =>
            removeAll(
              new Set(checks.lines.filter((line) => line.kind === dropped).map(({ destinationNo }) => destinationNo)),
            )
          }
        />
      )}
      <DestinationList
        lines={shown ? checks.lines.filter((line) => line.kind === shown) : checks.lines}
        kind={shown && kinds[shown].name}
        checked={checked}
        bills={bills && checked}
        onRemove={(number) => removeAll(new Set([number]))}
        onSave={(destinationNo) => setSaving({ opened: true, destinationNo })}
      />
      <Suspense fallback={<PartPending />}>
        {open === 'contacts' && (
          <ContactPicker
            opened
            onClose={() => setOpen(undefined)}
            onPick={(contacts) =>
              add(
                contacts.map((contact) => ({
                  ...contact,
                  destinationNo: normalised(contact.destinationNo, operatorType),
                })),
              )
            }
          />
        )}
        {open === 'csv' && (
          <CsvDialog
            operatorType={operatorType}
            onClose={() => setOpen(undefined)}
            onNumbers={(numbers, file) => add(unsaved(numbers), file)}
          />
        )}
        {saving && (
          <SaveContact
            opened={saving.opened}
            destinationNo={saving.destinationNo}
            onClose={() => setSaving((current) => current && { ...current, opened: false })}
            onSaved={({ id, name, code }) =>
              nameThem(new Map([[saving.destinationNo, { id, name, code, destinationNo: saving.destinationNo }]]))
            }
          />
        )}
      </Suspense>
    </section>
  );
}
