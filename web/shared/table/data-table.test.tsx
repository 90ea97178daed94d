import { Checkbox, Switch } from '@mantine/core';
import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { renderPart } from '../../test/render';
import type { ListColumns } from './columns';
import { CopyIcon } from '@shared/ui/copy-icon';
import { DataTable, type ListView } from './data-table';
import { useRowSelected } from './row-selection';
import { widen } from '../../test/widen';

interface Contact {
  id: string;
  name: string;
  city: string;
}

const budi = { id: '1', name: 'Budi', city: 'Medan' };
const rina = { id: '2', name: 'Rina', city: 'Solo' };
const rowsOf = (...rows: Contact[]): ListView<Contact> => ({ kind: 'rows', rows, waiting: false });
const idOf = (contact: Contact) => contact.id;

/** Called with the name of each row that is rendered. */
const drawn = vi.fn<(name: string) => void>();

function NameCell({ contact }: { contact: Contact }) {
  drawn(contact.name);
  return <a href={`#${contact.id}`}>{contact.name}</a>;
}

function SelectCell({ contact }: { contact: Contact }) {
  return <Checkbox aria-label={`Select ${contact.name}`} checked={useRowSelected()} readOnly />;
}

const columns: ListColumns<Contact> = [
  { id: 'name', header: () => 'Name', cell: (row) => <NameCell contact={row} /> },
  { id: 'city', header: () => 'City', cell: (row) => row.city },
  {
    id: 'id',
    header: () => 'Number',
    cell: (row) => <CopyIcon value={row.id} label="Copy number" />,
    look: { phone: 'hidden' },
  },
  {
    id: 'select',
    header: () => 'Selected',
    cell: (row) => <SelectCell contact={row} />,
    look: { phone: 'plain' },
  },
  {
    id: 'action',
    header: () => 'Action',
    cell: (row) => (
      <>
        <Switch aria-label={`Active ${row.name}`} />
        <button type="button">Edit {row.name}</button>
        <button type="button">Delete {row.name}</button>
      </>
    ),
    look: { phone: 'end' },
  },
];

function selectable(view: ListView<Contact>, selected: string[]) {
  return <DataTable label="Contacts" columns={columns} view={view} rowId={idOf} selectedIds={new Set(selected)} />;
}

function isSelected(name: string): boolean {
  return screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` }).checked;
}

function focused() {
  return document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
}

afterEach(() => {
  widen(1024);
  drawn.mockClear();
});

describe('a press on a row', () => {
  it.each(['desk', 'phone'])('opens it on a %s, but for what does something of its own', async (device) => {
    if (device === 'phone') widen(390);
    const onOpen = vi.fn<(contact: Contact) => void>();
    const { user } = renderPart(
      <DataTable label="Contacts" columns={columns} view={rowsOf(budi, rina)} rowId={idOf} onOpen={onOpen} />,
    );
    const controls = [
      screen.getByRole('link', { name: 'Rina' }),
      screen.getByRole('checkbox', { name: 'Select Rina' }),
      screen.getByRole('switch', { name: 'Active Rina' }),
      screen.getByRole('button', { name: 'Edit Rina' }),
    ];
    for (const control of controls) await user.click(control);
    expect(onOpen).not.toHaveBeenCalled();
    await user.click(screen.getByText(/Solo/u));
    expect(onOpen.mock.calls).toEqual([[rina]]);
  });
});

describe('a row drawn from memory', () => {
  it('follows its selection and its own data, and leaves its neighbours alone', () => {
    const { redraw } = renderPart(selectable(rowsOf(budi, rina), []));
    drawn.mockClear();
    redraw(selectable(rowsOf(budi, rina), ['2']));
    expect([isSelected('Budi'), isSelected('Rina')]).toEqual([false, true]);
    expect(drawn.mock.calls).toEqual([['Rina']]);
    drawn.mockClear();
    redraw(selectable(rowsOf({ ...budi, city: 'Aceh' }, rina), ['2']));
    expect(drawn.mock.calls).toEqual([['Budi']]);
  });
});

describe('the keyboard', () => {
  it('reaches every control of a row by Tab, and leaves the arrow keys to the reader of the table', async () => {
    const { user } = renderPart(<DataTable label="Contacts" columns={columns} view={rowsOf(budi)} rowId={idOf} />);
    screen.getByRole('link', { name: 'Budi' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(focused()).toBe('Budi');
    const reached: (string | null | undefined)[] = [];
    for (let stop = 0; focused() !== 'Delete Budi' && stop < 9; stop += 1) {
      await user.tab();
      reached.push(focused());
    }
    expect(reached).toEqual(expect.arrayContaining(['Copy number 1', 'Edit Budi', 'Delete Budi']));
  });
});

it('gives head and rows the same columns when the columns change and the rows stay', () => {
  const [name, ...others] = columns;
  const view = rowsOf(budi);
  const { redraw } = renderPart(<DataTable label="Contacts" columns={columns} view={view} rowId={idOf} />);
  redraw(<DataTable label="Contacts" columns={name ? [name] : others} view={view} rowId={idOf} />);
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Name']);
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['Budi']);
});

describe('a row on a phone', () => {
  it('follows from the columns', () => {
    widen(390);
    renderPart(<DataTable label="Contacts" columns={columns} view={rowsOf(rina)} rowId={idOf} />);
    const row = within(screen.getByRole('listitem'));
    expect(screen.getByRole('listitem').textContent.trim()).toMatch(/^RinaCity Solo\s+Edit RinaDelete Rina$/u);
    expect(row.getByRole('checkbox', { name: 'Select Rina' })).toBeTruthy();
    expect(row.queryByRole('button', { name: 'Copy number 2' })).toBeNull();
  });
});

describe('a screen reader', () => {
  it('has one polite region, however many lists and rows stand on the page', () => {
    renderPart(
      <>
        <DataTable label="Contacts" columns={columns} view={rowsOf(budi, rina)} rowId={idOf} />
        <DataTable label="Others" columns={columns} view={{ kind: 'loading' }} rowId={idOf} />
      </>,
    );
    expect(screen.getAllByRole('status').map((region) => region.textContent)).toEqual(['Loading']);
  });
});
