import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';

import { bulkCheckOptions } from '../order-queries';
import { type Destination, type Duplicate, merged, mostDestinations, normalised } from './destinations';
import { type ChangeDraft, type OrderDraft, type DraftNumbers, withDestinations } from '../order-draft';

/** What happened to the list last, for the remark below its input. */
export type NumbersNote =
  | { kind: 'merged' | 'tooMany' | 'namesFailed' }
  | { kind: 'removed' | 'replaced'; count: number; before: DraftNumbers };

/** A number as it was typed, read from a file or chosen. */
type GivenNumber = Partial<Destination> & Pick<Destination, 'destinationNo'>;

interface Numbers {
  note: NumbersNote | undefined;
  /** Adds numbers, or replaces the list by them. Returns how many were added; undefined if there would be too many. */
  add: (given: readonly GivenNumber[], options?: { file?: string; replace?: boolean }) => number | undefined;
  /** Removes numbers. Several at once can be undone. */
  remove: (numbers: ReadonlySet<string>) => void;
  removeAll: () => void;
  /** Takes numbers out that another line stands for. */
  merge: (duplicates: readonly Duplicate[]) => void;
  undo: () => void;
  /** Puts the names of contacts to numbers that are in the list by now. */
  name: (names: ReadonlyMap<string, Pick<Destination, 'id' | 'name' | 'code'>>) => void;
}

const numbersOf = ({ destinations, duplicates, files }: OrderDraft): DraftNumbers => ({
  destinations,
  duplicates,
  files,
});

/** The list of numbers of a draft: each change of it, and the last one taken back. */
export function useNumbers(draft: OrderDraft, operatorType: string, onChange: ChangeDraft): Numbers {
  const mayContacts = useHasPermission(permission.employeeList);
  const [note, setNote] = useState<NumbersNote>();
  const { mutate: check } = useMutation(bulkCheckOptions());

  function name(names: ReadonlyMap<string, Pick<Destination, 'id' | 'name' | 'code'>>) {
    onChange((before) => ({
      destinations: before.destinations.map((destination) => ({
        ...destination,
        ...names.get(destination.destinationNo),
      })),
    }));
  }

  function findNames(added: readonly Destination[]) {
    const unknown = added.filter(({ id }) => id === '').map(({ destinationNo }) => destinationNo);
    if (!mayContacts || unknown.length === 0) return;
    check(unknown, {
      onSuccess: (contacts) => {
        const saved = contacts.filter(({ id }) => id !== '');
        if (saved.length > 0) name(new Map(saved.map((contact) => [contact.destinationNo, contact])));
      },
      onError: () => setNote({ kind: 'namesFailed' }),
    });
  }

  function add(given: readonly GivenNumber[], { file, replace = false }: { file?: string; replace?: boolean } = {}) {
    const added = given.map((number) => ({
      id: '',
      name: '',
      ...number,
      destinationNo: normalised(number.destinationNo, operatorType),
    }));
    const base = replace ? [] : draft.destinations;
    const { list, duplicates } = merged(base, added);
    if (list.length > mostDestinations) {
      setNote({ kind: 'tooMany' });
      return undefined;
    }
    if (replace && draft.destinations.length > 0) {
      setNote({ kind: 'replaced', count: draft.destinations.length, before: numbersOf(draft) });
    } else setNote(duplicates.length > 0 ? { kind: 'merged' } : undefined);
    onChange((before) => {
      // Names may have arrived since the list was drawn.
      const next = merged(replace ? [] : before.destinations, added);
      const files = file === undefined ? [] : [file];
      return {
        destinations: next.list,
        duplicates: replace ? next.duplicates : [...before.duplicates, ...next.duplicates],
        files: replace ? files : [...before.files, ...files.filter((one) => !before.files.includes(one))],
      };
    });
    findNames(added);
    return list.length - base.length;
  }

  function remove(numbers: ReadonlySet<string>) {
    // What was removed alone is not brought back by the undo of an earlier change.
    setNote(numbers.size > 1 ? { kind: 'removed', count: numbers.size, before: numbersOf(draft) } : undefined);
    onChange((before) =>
      withDestinations(before.destinations.filter(({ destinationNo }) => !numbers.has(destinationNo))),
    );
  }

  return {
    note,
    add,
    remove,
    removeAll: () => {
      setNote({ kind: 'removed', count: draft.destinations.length, before: numbersOf(draft) });
      onChange(withDestinations([]));
    },
    merge: (duplicates) => {
      const again = new Set(duplicates.map(({ destinationNo }) => destinationNo));
      setNote({ kind: 'merged' });
      onChange((before) => ({
        destinations: before.destinations.filter(({ destinationNo }) => !again.has(destinationNo)),
        duplicates: [...before.duplicates, ...duplicates],
      }));
    },
    undo: () => {
      if (note && 'before' in note) onChange(note.before);
      setNote(undefined);
    },
    name,
  };
}
